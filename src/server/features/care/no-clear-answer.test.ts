import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

let care: CareFixture
let account: { id: number }
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(NINE_IN_SYDNEY)
  account = await care.anAccount()
  callId = await care.aCall(account, { lovedOneId: await care.aLovedOne(account, { retryAttempts: 0 }) })
})

/** The phone is picked up, nothing is said after the question, and the call ends. */
async function isPickedUpInSilence() {
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' }, sid)
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy: null },
    durationSeconds: 20,
  })
  return { isFoundToBeMachine: () => care.facts.answererDetected(attemptId, sid, 'machine') }
}

const incident = () =>
  care.db
    .selectFrom('incidents')
    .innerJoin('incidentCauses', 'incidentCauses.incidentId', 'incidents.id')
    .select(['form', 'incidents.headline', 'incidents.detail'])
    .executeTakeFirstOrThrow()

test('a call that somebody picked up in silence is not reported as one that nobody answered', async () => {
  await isPickedUpInSilence()
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  expect(await incident()).toEqual({
    form: 'no_clear_answer',
    headline: 'Someone picked up the 9:00 AM call to Margaret Hartley, but nobody gave a clear answer',
    detail: null,
  })
})

test('a call that a machine picked up, as it turns out later, is not reported as picked up by a person', async () => {
  const phone = await isPickedUpInSilence()
  const notified = care.notified.length
  await phone.isFoundToBeMachine()
  expect(await care.call(account, callId)).toMatchObject({ status: 'voicemail' })
  expect(await incident()).toEqual({
    form: 'missed',
    headline: "Margaret Hartley didn't answer the 9:00 AM call",
    detail: expect.stringContaining('An answering machine picked up.'),
  })
  expect(care.notified, 'nobody is notified again').toHaveLength(notified)
})
