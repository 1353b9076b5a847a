import { describe, expect, test } from 'vitest'
import {
  alertCall,
  answerAs,
  aPersonOf,
  aQueuedAlert,
  care,
  ended,
  incident,
  key,
  MINUTE,
  open,
  pass,
  ringSusan,
  SECOND,
  SUSAN,
  setUpAlertCalls,
  sidOf,
  spoken,
  TOM,
  textsTo,
} from '#test/alert-calls-fixture.ts'

setUpAlertCalls()

describe('alerts that are no longer needed', () => {
  async function ringSusanAndTom(): Promise<[number, number]> {
    const susan = await ringSusan()
    await pass(4 * MINUTE)
    await pass(2 * MINUTE)
    return [susan, care.telephony.alertsDialled[1]?.alertId ?? 0]
  }

  test('a phone that still rings for an incident that somebody took on is cancelled once, and its person is not counted as unanswered', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    await care.alerts.heard(susan, 'first', key('1'))
    await care.escalate()
    await care.escalate()
    expect(care.telephony.stopped).toEqual([sidOf(tom)])
    await care.alerts.progressed(tom, ended(sidOf(tom), 'canceled'))
    expect(await alertCall(tom)).toMatchObject({ outcome: 'not_needed' })
  })

  test('cancelling a ringing alert is retried until it succeeds, and then not any more', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    await care.alerts.heard(susan, 'first', key('1'))
    care.telephony.isDown = true
    await care.escalate()
    care.telephony.isDown = false
    expect(care.telephony.stopped).toEqual([])
    for (let seconds = 0; seconds < 60; seconds += 5) await pass(5 * SECOND)
    expect(care.telephony.stopped).toEqual([sidOf(tom)])
  })

  test('a contact whose alert was cancelled because somebody else was first is rung when the owner does not report', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    await care.alerts.heard(susan, 'first', key('1'))
    await care.escalate()
    await care.alerts.progressed(tom, ended(sidOf(tom), 'canceled'))
    await care.alerts.progressed(susan, ended(sidOf(susan), 'completed'))
    await pass(31 * MINUTE)
    const again = care.telephony.alertsDialled.slice(2)
    expect(again.map(({ to }) => to)).toEqual([TOM])
    await pass(MINUTE)
    expect(care.telephony.alertsDialled).toHaveLength(3)
    expect(textsTo(TOM).filter((text) => text.includes("didn't answer"))).toHaveLength(1)
  })

  test('a contact whose alert was cancelled is rung again each time the owner gives the incident back', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    let latest = tom
    for (let time = 1; time <= 2; time++) {
      await answerAs('Susan Hartley', { kind: 'calling' })
      await care.escalate()
      await answerAs('Susan Hartley', { kind: 'cannot' })
      await care.alerts.progressed(latest, ended(sidOf(latest), 'canceled'))
      expect(await alertCall(latest)).toMatchObject({ outcome: 'not_needed' })
      await care.escalate()
      latest = care.telephony.alertsDialled.at(-1)?.alertId ?? 0
      expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, ...Array(time + 1).fill(TOM)])
    }
  })

  test('a contact who picks up late hears who has taken the incident on, and so does a contact who presses 1 meanwhile', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(tom, sidOf(tom))
    await care.alerts.heard(susan, 'first', key('1'))
    expect(spoken(await care.alerts.heard(tom, 'first', key('1')))).toBe(
      'You pressed 1. Susan Hartley is already checking on Margaret Hartley. Thank you. Goodbye. hang_up',
    )
    expect(spoken(await care.alerts.answered(tom, sidOf(tom)))).toContain(
      'Susan Hartley is already checking on Margaret Hartley.',
    )
    expect(care.telephony.stopped).toEqual([])
  })

  test('a contact who picks up when the incident is over hears how it ended', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.heard(susan, 'first', key('3'))
    expect(spoken(await care.alerts.answered(tom, sidOf(tom)))).toContain(
      "We have already closed this. Susan Hartley says all's well.",
    )
  })

  test('a phone that was about to ring for an incident that somebody took on does not ring', async () => {
    await open()
    await care.escalate()
    const { id } = await incident()
    await care.db
      .updateTable('incidents')
      .set({ status: 'owned', ownerId: await aPersonOf(id) })
      .execute()
    const alertId = await aQueuedAlert(id)
    await care.escalate()
    expect(care.telephony.alertsDialled).toEqual([])
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'not_needed', dialCount: 1 })
  })
})

describe('contacts who declined by text message', () => {
  test('a contact who has said by text that they can’t is not rung when the call was queued already', async () => {
    await open()
    const alertId = await aQueuedAlert((await incident()).id)
    await answerAs('Susan Hartley', { kind: 'cannot' })
    await care.escalate()
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toEqual([])
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'not_needed' })
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('a phone that rings for a contact who has said by text that they can’t is cancelled', async () => {
    const alertId = await ringSusan()
    await answerAs('Susan Hartley', { kind: 'cannot' })
    await care.escalate()
    expect(care.telephony.stopped).toEqual([sidOf(alertId)])
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'canceled'))
    await pass(MINUTE)
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toHaveLength(1)
  })
})
