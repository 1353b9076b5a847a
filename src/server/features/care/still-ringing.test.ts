import { describe, expect, test } from 'vitest'
import { addCause, notifyOfRemoval } from '#server/features/incidents/public.ts'
import { type LovedOnesDeps, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  aRinging,
  care,
  dials,
  incidents,
  lovedOneId,
  MINUTE,
  pass,
  SUSAN,
  setUpCheckIns,
  spoken,
  statusOf,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

async function remove(id: number) {
  const beforeRemoving: LovedOnesDeps['beforeRemoving'] = (trx, removal) =>
    notifyOfRemoval(care.deps.incidents, trx, removal)
  await removeLovedOne({ ...care.deps, beforeRemoving }, account, id)
}
async function later(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await pass(MINUTE)
    await care.settle()
  }
}
async function escalateFor(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    care.clock.advance(MINUTE)
    await care.settle()
    await care.escalate()
  }
}
const dialled = () => {
  const { attemptId = 0, providerCallId } = dials()[0] ?? {}
  return { attemptId, sid: providerCallId ?? '' }
}
const ringing = (providerCallId: string) =>
  ({ providerCallId, status: 'ringing', endedStatus: null, answeredBy: null, durationSeconds: null }) as const

describe('calls that the provider keeps queued', () => {
  test('a queued call is cancelled at the provider, repeatedly, when the loved one has written that she is well and the provider was away', async () => {
    const callId = await aRinging()
    care.telephony.isDown = true
    await write('OK')
    expect(await statusOf(callId)).toBe('completed')
    care.telephony.isDown = false
    await later(10)
    expect(care.telephony.stopped).toEqual([dialled().sid])
  })

  test.each([
    ['found', async () => {}],
    ['reported', () => care.facts.progressed(dialled().attemptId, ringing(dialled().sid))],
  ])(
    'a queued call whose dial had no answer is cancelled at the provider when it is %s after the loved one has written that she is well',
    async (_, notify) => {
      await care.aCall(account, { lovedOneId })
      care.clock.set(NINE_IN_SYDNEY)
      care.telephony.outcomes.push({ kind: 'lost_answer' })
      await care.dispatch()
      await write('OK')
      await notify()
      await later(10)
      expect(care.telephony.stopped).toEqual([dialled().sid])
    },
  )

  test('a queued call is cancelled at the provider when its loved one is removed, and says something if it still rings', async () => {
    await aRinging()
    await remove(lovedOneId)
    await later(10)
    const { attemptId, sid } = dialled()
    expect(care.telephony.stopped).toEqual([sid])
    expect(spoken(await care.facts.answered(attemptId, sid))).toContain('you need not do anything')
  })

  test('a call without a trace when its loved one was removed is cancelled when it rings', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    const { attemptId, sid } = dialled()
    await remove(lovedOneId)
    await care.facts.progressed(attemptId, ringing(sid))
    await later(1)
    expect(care.telephony.stopped).toEqual([sid])
  })

  test('a call that stays queued for a quarter of an hour is not reported as one by which the loved one was not reached', async () => {
    await aRinging()
    care.telephony.end(dialled().sid, { status: 'queued' })
    for (let seconds = 0; seconds < 20 * 60; seconds += 30) {
      care.clock.advance(30_000)
      await care.settle()
    }
    await care.escalate()
    expect((await incidents()).map(({ cause }) => cause)).toEqual(['not_made'])
    expect(textsTo(SUSAN)).toEqual([])
  })
})

describe('alerts by phone that the provider keeps queued', () => {
  async function ringSusan() {
    await care.db.transaction().execute((trx) =>
      addCause(care.deps.incidents, trx, {
        ...{ accountId: account.id, lovedOneId, callId: null, cause: 'not_reached', detail: null },
        headline: "Margaret Hartley didn't answer the 9:00 AM call",
      }),
    )
    await care.escalate()
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const { alertId = 0, providerCallId } = care.telephony.alertsDialled[0] ?? {}
    return { alertId, sid: providerCallId ?? '' }
  }

  test('an alert that the provider keeps queued for longer than its time is cancelled there', async () => {
    const { sid } = await ringSusan()
    await escalateFor(30)
    expect(care.telephony.stopped).toContain(sid)
  })

  test('an alert that the provider keeps queued is cancelled once somebody has taken the incident on, also if the provider was away', async () => {
    const { sid } = await ringSusan()
    care.telephony.isDown = true
    await write('3', SUSAN)
    await escalateFor(2)
    care.telephony.isDown = false
    await escalateFor(5)
    expect(care.telephony.stopped).toEqual([sid])
  })

  test('an alert about a loved one who is removed while it rings is stopped, and a person who picks up hears that it is over', async () => {
    const { alertId, sid } = await ringSusan()
    await remove(lovedOneId)
    await escalateFor(5)
    expect(care.telephony.stopped).toEqual([sid])
    expect(spoken(await care.alerts.answered(alertId, sid))).toContain('has been removed from Cooee')
  })

  test('an alert about a loved one who was removed keeps its phone from a care call while it rings', async () => {
    const susans = await care.aLovedOne(account, { name: 'Susan Hartley', phoneNumber: SUSAN })
    await care.aCall(account, { lovedOneId: susans, at: new Date(care.clock.now().getTime() + 3 * MINUTE) })
    await ringSusan()
    await remove(lovedOneId)
    await pass(MINUTE + 15_000)
    expect(dials()).toEqual([])
    await care.settle()
    await pass(1_000)
    expect(dials()).toMatchObject([{ to: SUSAN }])
  })
})
