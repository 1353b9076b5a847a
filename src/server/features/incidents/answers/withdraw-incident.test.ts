import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScriptPart } from '#core/call-script/script.ts'
import { machineWasHeard } from '#core/escalation/texts/withdrawn-text.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { aRefusal } from '#test/refusals.ts'
import { isAlertStillNeeded } from '../alerts/alert-still-needed.ts'
import { confirmIncidents } from '../steps/add-cause.ts'
import { incidentsOfCalls } from '../view/escalation-view.ts'
import { withdrawIncident } from './withdraw-incident.ts'

const ROBYN = '+61491570150'
const SUSAN = '+61491570157'
const TOM = '+61491570158'
const HOW = machineWasHeard('Margaret Hartley', { keepsTrying: true })

let on: IncidentFixture
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
  await on.contact('Susan Hartley', SUSAN)
  await on.contact('Tom Hartley', TOM)
})

const withdraw = (callId = on.callId) =>
  on.care.db.transaction().execute((trx) => withdrawIncident(on.care.deps.incidents, trx, { callId, how: HOW }))
const lines = (script: readonly ScriptPart[]) => script.map((part) => ('text' in part ? part.text : '')).join(' ')
const withdrawn = async () => (await on.alerted()).filter((alert) => alert.includes('withdrawn'))

describe.each(['help', 'uncertain_help', 'unclear'] as const)('alarms (%s) that no person raised', (cause) => {
  test('an alarm that no person raised ends, and everybody who was alerted is notified by the channels of their alerts', async () => {
    await on.open(cause)
    await on.care.escalate()
    expect(await withdraw()).toBe(true)
    expect(await on.incident()).toMatchObject({ status: 'resolved', endedHow: HOW, nextAt: null })
    expect(await withdrawn()).toEqual([
      'Robyn Hartley email withdrawn 1',
      'Robyn Hartley sms withdrawn 1',
      'Susan Hartley sms withdrawn 1',
    ])
    expect(on.textsTo(SUSAN).at(-1)).toMatch(
      /^Cooee: That was Margaret's voicemail\. We haven't reached Margaret\. We'll keep trying\. We told you "Margaret Hartley .*\." That was our mistake, and we're sorry\. http/,
    )
    await on.pass(60)
    expect(on.textsTo(TOM)).toEqual([])
  })

  test('an alarm that no person raised is withdrawn once', async () => {
    await on.open(cause)
    await on.care.escalate()
    expect(await Promise.all([withdraw(), withdraw()])).toEqual(expect.arrayContaining([true, false]))
    expect(await withdraw()).toBe(false)
    expect(on.textsTo(SUSAN).filter((text) => text.includes('our mistake'))).toHaveLength(1)
  })

  test('a call whose alarm was withdrawn may raise it again, as a miss or by a person, and people are notified again', async () => {
    await on.open(cause)
    await on.care.escalate()
    await withdraw()
    await on.open('not_reached')
    await on.care.escalate()
    expect(await on.incident()).toMatchObject({ cause: 'not_reached', status: 'running', withdrawnAt: null })
    expect(on.textsTo(SUSAN).at(-1)).toContain("didn't answer the 9:00 AM call")
    await on.open('help')
    await on.care.escalate()
    expect(on.textsTo(SUSAN).at(-1)).toContain('asked for help on the 9:00 AM call')
    expect(await withdraw()).toBe(true)
    expect(await withdrawn()).toHaveLength(6)
  })
})

test('nobody whose alert was not sent is notified of the mistake, and the alert is dropped, also when the call ends as a miss', async () => {
  await on.open('help')
  const queued = await allQueued()
  expect(queued.length).toBeGreaterThan(0)
  expect(await withdraw()).toBe(true)
  expect(await withdrawn()).toEqual([])
  await on.open('not_reached')
  for (const id of queued) expect(await isAlertStillNeeded(on.care.db, id)).toBe(false)
  const ofMiss = await allQueued()
  expect(ofMiss.length).toBeGreaterThan(0)
  for (const id of ofMiss) expect(await isAlertStillNeeded(on.care.db, id)).toBe(true)
})

/** Gives every alert that has no message one that has not been sent yet. */
async function allQueued(): Promise<number[]> {
  const { db, clock } = on.care
  const alerts = db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select(['alerts.id', 'channel', 'phoneNumber', 'email'])
    .where('messageId', 'is', null)
  const ids: number[] = []
  for (const { id, phoneNumber, email, ...alert } of await alerts.execute()) {
    const channel = alert.channel === 'sms' ? alert.channel : ('email' as const)
    const recipient = (channel === 'sms' ? phoneNumber : email) ?? ''
    const message = { channel, recipient, text: 'Queued' }
    const { id: messageId } = await db
      .insertInto('messages')
      .values({ ...message, accountId: on.account.id, subject: null, createdAt: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('alerts').set({ messageId }).where('id', '=', id).execute()
    ids.push(messageId)
  }
  return ids
}

test('an alarm that the loved one has confirmed since by a ring or a text stays', async () => {
  await on.open('help')
  await on.care.db.transaction().execute((trx) => confirmIncidents(trx, on.lovedOneId))
  expect(await withdraw()).toBe(false)
  expect(await on.incident()).toMatchObject({ status: 'running' })
})

test('withdrawing an alarm cancels pending rings, and a person who still picks up hears that it was a mistake', async () => {
  await on.open('help')
  await on.care.escalate()
  await on.pass(0.5)
  await on.pass(0.5)
  const ringing = on.care.telephony.alertsDialled
  expect(ringing.map(({ to }) => to)).toEqual([ROBYN, SUSAN])
  await withdraw()
  const [robyn] = ringing
  const script = await on.care.alerts.answered(robyn?.alertId ?? 0, robyn?.providerCallId ?? '')
  expect(script[0]).toMatchObject({ text: expect.stringContaining("That was Margaret's voicemail.") })
  expect(script[0]).toMatchObject({ text: expect.stringContaining('That was our mistake') })
  await on.care.escalate()
  expect(on.care.telephony.stopped).toEqual([ringing[1]?.providerCallId])
})

test('a person who was alerted by phone alone is rung to hear that it was a mistake', async () => {
  await aRefusal(on.care.db, { phoneNumber: SUSAN, texts: true }, NINE_IN_SYDNEY)
  await on.open('help')
  await on.care.escalate()
  const [susan] = on.care.telephony.alertsDialled
  expect(susan?.to).toBe(SUSAN)
  await on.care.alerts.answered(susan?.alertId ?? 0, susan?.providerCallId ?? '')
  await on.care.alerts.progressed(susan?.alertId ?? 0, {
    providerCallId: susan?.providerCallId ?? '',
    status: 'completed',
    endedStatus: 'completed',
    answeredBy: null,
    durationSeconds: 20,
  })
  await withdraw()
  await on.care.escalate()
  const again = on.care.telephony.alertsDialled.at(-1)
  expect(again?.to).toBe(SUSAN)
  expect(again?.alertId).not.toBe(susan?.alertId)
  // The call has ended as a miss meanwhile: that is another alert, and this ring says what it is for.
  await on.open('not_reached')
  const script = await on.care.alerts.answered(again?.alertId ?? 0, again?.providerCallId ?? '')
  expect(script.map(({ kind }) => kind)).toEqual(['say', 'hang_up'])
  expect(lines(script)).toContain('Something we told you about Margaret Hartley was wrong. That was our mistake')
  expect(lines(script)).toContain("This part is still true: Margaret Hartley didn't answer")
})

test('a person who is rung about a mistake hears which alarm it was, and what still stands', async () => {
  const later = await on.care.aCall(on.account, {
    lovedOneId: on.lovedOneId,
    at: new Date(NINE_IN_SYDNEY.getTime() + 5 * 60_000),
  })
  await aRefusal(on.care.db, { phoneNumber: SUSAN, texts: true }, NINE_IN_SYDNEY)
  await on.open('not_reached', later)
  await on.open('help')
  await on.care.escalate()
  const [susan] = on.care.telephony.alertsDialled
  await on.care.alerts.answered(susan?.alertId ?? 0, susan?.providerCallId ?? '')
  await on.care.alerts.progressed(susan?.alertId ?? 0, {
    ...{ providerCallId: susan?.providerCallId ?? '', status: 'completed', endedStatus: 'completed' },
    ...{ answeredBy: null, durationSeconds: 20 },
  })
  await withdraw()
  await on.care.escalate()
  const again = on.care.telephony.alertsDialled.findLast(({ to }) => to === SUSAN)
  expect(again?.alertId).not.toBe(susan?.alertId)
  const script = await on.care.alerts.answered(again?.alertId ?? 0, again?.providerCallId ?? '')
  expect(lines(script)).toMatch(/have told you: Margaret Hartley asked for help[^.]*\. That was our mistake/)
  expect(lines(script)).toMatch(/This part is still true: Margaret Hartley didn't answer/)
})

test('a miss that the alarm had replaced stays open, because the loved one was not reached', async () => {
  const later = await on.care.aCall(on.account, {
    lovedOneId: on.lovedOneId,
    at: new Date(NINE_IN_SYDNEY.getTime() + 3_600_000),
  })
  await on.open('not_reached')
  await on.care.escalate()
  await on.open('help', later)
  expect(await on.incident()).toMatchObject({ cause: 'help', callId: later })
  expect(await withdraw(later)).toBe(true)
  expect(await on.incident()).toMatchObject({
    ...{ cause: 'not_reached', callId: on.callId, status: 'running', nextAt: expect.any(Date), endedHow: null },
    headline: "Margaret Hartley didn't answer the 9:00 AM call",
  })
  await on.care.escalate()
  expect(on.textsTo(SUSAN).at(-1)).toContain("didn't answer the 9:00 AM call")
})

test('a miss, and an alarm that somebody has ended, is not withdrawn', async () => {
  await on.open('not_reached')
  expect(await withdraw()).toBe(false)
  await on.open('help')
  await on.care.escalate()
  await on.answer('Susan Hartley', { kind: 'ok' })
  expect(await withdraw()).toBe(false)
  expect(await on.incident()).toMatchObject({ endedHow: "Susan Hartley says all's well." })
})

test('a person who answers a withdrawn alert learns that it was a mistake, and not that all is well', async () => {
  await on.open('help')
  await on.care.escalate()
  await withdraw()
  expect(await on.answer('Susan Hartley', { kind: 'calling' })).toEqual({
    kind: 'over',
    how: `Our alert was a mistake. ${HOW}`,
  })
})

test('a call whose alarm was withdrawn is not shown as one on which help was asked for', async () => {
  await on.open('help')
  await withdraw()
  const shown = await incidentsOfCalls.incidentsOf(on.care.db, { id: on.account.id, mayHear: true }, [on.callId])
  expect(shown.get(on.callId)).toBeUndefined()
})
