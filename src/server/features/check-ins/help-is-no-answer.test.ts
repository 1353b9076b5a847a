import { describe, expect, test } from 'vitest'
import { lastAnsweredAt } from '#server/features/incidents/causes/incident-state.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  aBetweenTries,
  account,
  aMissed,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  lovedOneId,
  MINUTE,
  pass,
  ring,
  SUSAN,
  setUpCheckIns,
  statusOf,
  stepsOf,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

/** Missed at each try, some hours before nine. */
async function missedAt(hoursBefore: number) {
  const at = new Date(NINE_IN_SYDNEY.getTime() - hoursBefore * HOUR)
  care.clock.set(at)
  const callId = await care.aCall(account, { lovedOneId, at })
  await care.dispatch()
  await endLast()
  for (let tries = 0; tries < 2; tries++) {
    await pass(10 * MINUTE)
    await endLast()
  }
  expect(await statusOf(callId)).toBe('missed')
  return callId
}

const inTextsToSusan = () => textsTo(SUSAN).filter((text) => text.includes('Last OK'))

describe('a request for help is no answer that all is well', () => {
  test.each([
    ['texting HELP', async () => void (await write('HELP'))],
    ['ringing and pressing 2', async () => void (await (await ring()).press('how', '2'))],
  ])('%s after two missed calls is no last OK of either', async (_, asks) => {
    const before = await missedAt(1)
    const callId = await aMissed()
    await asks()
    await care.escalate()
    expect([await statusOf(before), await statusOf(callId)]).toEqual(['completed', 'completed'])
    expect(await lastAnsweredAt(care.db, lovedOneId)).toBeNull()
    expect(inTextsToSusan()).toEqual([])
  })

  test('a second request for help is no last OK of the call that was missed between the two', async () => {
    await write('HELP')
    await care.escalate()
    const callId = await aBetweenTries()
    await write("HELP I've fallen")
    expect(await statusOf(callId)).toBe('completed')
    expect(await lastAnsweredAt(care.db, lovedOneId)).toBeNull()
  })

  test('help that is asked for in a call is no last OK of the catch-up call that it ends', async () => {
    const catchUp = await aBetweenTries()
    await care.db.updateTable('calls').set({ catchUpFor: NINE_IN_SYDNEY }).where('id', '=', catchUp).execute()
    await aRinging()
    const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
    const sid = providerCallId ?? ''
    let script = await care.facts.answered(attemptId, sid)
    for (const keys of ['', '2']) {
      const [step = ''] = stepsOf(script).slice(-1)
      script = await care.facts.heard(attemptId, step, { keys, speech: '' })
    }
    await endLast('completed')
    expect(await statusOf(catchUp)).toBe('completed')
    expect(await lastAnsweredAt(care.db, lovedOneId)).toBeNull()
  })

  test('an answer that all is well after it is the last OK', async () => {
    await missedAt(1)
    await aMissed()
    await write('HELP')
    await pass(HOUR)
    await write('OK')
    const later = await care.aCall(account, { lovedOneId, at: care.clock.now() })
    await pass(MINUTE)
    await write('OK')
    expect(await statusOf(later)).toBe('completed')
    expect(await lastAnsweredAt(care.db, lovedOneId)).toEqual(care.clock.now())
  })

  test('members who want to know of answers are not notified that a call was answered by it', async () => {
    await care.db
      .insertInto('notificationSettings')
      .values({
        ...{ accountId: account.id, personId: account.personId, answeredCallsEmail: true, answeredCallsSms: false },
        ...{ missedCallsEmail: false, missedCallsSms: false, incidentsEmail: false, incidentsSms: false },
        ...{ lateCallsEmail: false, lateCallsSms: false, billingEmail: false, billingSms: false },
        ...{ notifyAtFirstTry: false, ringMeFirst: false, summaryFrequency: 'off', summaryHour: 8, summarySince: null },
      })
      .execute()
    const answered = () => care.notified.filter(({ subject }) => subject?.includes('answered')).length
    await missedAt(1)
    await aMissed()
    await write('HELP')
    expect(answered()).toBe(0)
    await care.aCall(account, { lovedOneId, at: care.clock.now() })
    await pass(0)
    await write('OK')
    expect(answered()).toBe(1)
  })
})
