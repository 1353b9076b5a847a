import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationFrom } from '#core/conversation/conversation-state.ts'
import { answerAsMember } from '#server/features/incidents/public.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { stepsOf } from '#test/check-in-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'

const MINUTE = 60_000

let care: CareFixture
let account: { id: number; personId: number }
let lovedOneId: number
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(NINE_IN_SYDNEY)
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { retryAttempts: 1, retryDelayMinutes: 10 })
  callId = await care.aCall(account, { lovedOneId })
})

const dialled = () => {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  return { attemptId, sid: providerCallId ?? '' }
}

/** An answering machine picks up, and words after its beep may ask for help. Returns the end of the try. */
async function mayAskForHelp() {
  const { attemptId, sid } = dialled()
  await care.facts.answered(attemptId, sid)
  await care.facts.answererDetected(attemptId, sid, 'machine')
  for (const speech of ['help me', '']) {
    const step = stepsOf(care.telephony.said.at(-1)?.script ?? []).at(-1) ?? ''
    const script = await care.facts.heard(attemptId, step, { keys: '', speech }, sid)
    care.telephony.said.push({ providerCallId: sid, script })
  }
  const ends = () =>
    care.facts.progressed(attemptId, {
      ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy: 'machine' },
      durationSeconds: 20,
    })
  await ends()
  return ends
}

async function ringsOut() {
  const { attemptId, sid } = dialled()
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: sid, status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null },
  })
}

async function saysAllIsWell() {
  care.clock.advance(MINUTE)
  const said = { lovedOneId, callId, personId: account.personId }
  const answered = await care.db.transaction().execute((trx) => answerAsMember(care.deps.incidents, trx, said))
  expect(answered).toEqual({ kind: 'resolved' })
  care.notified.length = 0
}

async function isTriedAgain() {
  care.clock.advance(9 * MINUTE)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(2)
}

const incidents = () => care.db.selectFrom('incidents').select(['cause', 'status']).orderBy('id').execute()
const subjects = () => care.notified.flatMap(({ subject }) => subject ?? [])

test('a try after somebody said that all is well may ask for help again, and people are notified again', async () => {
  await care.dispatch()
  await mayAskForHelp()
  expect(await incidents()).toEqual([{ cause: 'uncertain_help', status: 'running' }])
  await saysAllIsWell()
  await isTriedAgain()
  await mayAskForHelp()
  expect(await incidents()).toEqual([{ cause: 'uncertain_help', status: 'running' }])
  expect(subjects()).toEqual([expect.stringContaining('may have asked for help')])
})

test('a last try that rings out after somebody said that all is well is reported as one that nobody answered', async () => {
  await care.dispatch()
  await mayAskForHelp()
  await saysAllIsWell()
  await isTriedAgain()
  await ringsOut()
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'running' }])
  expect(subjects()).toEqual(["Margaret Hartley didn't answer the 9:00 AM daily check-in"])
})

test('a last try that rings while somebody says that all is well notifies nobody again', async () => {
  await care.dispatch()
  await mayAskForHelp()
  care.clock.advance(10 * MINUTE)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(2)
  await saysAllIsWell()
  await ringsOut()
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  expect(await incidents()).toEqual([{ cause: 'uncertain_help', status: 'resolved' }])
  expect(subjects()).toEqual([])
})

test('a last try that cannot be made in time after somebody said that all is well is reported', async () => {
  await care.dispatch()
  await mayAskForHelp()
  await saysAllIsWell()
  care.clock.advance(5 * 60 * MINUTE)
  await care.dispatch()
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'running' }])
})

test('a last try that a daily limit refuses after somebody said that all is well is reported', async () => {
  await care.dispatch()
  await mayAskForHelp()
  await saysAllIsWell()
  care.clock.advance(9 * MINUTE)
  await claimDueCalls({ ...care.deps, limits: { ...NO_LIMITS, dialsPerNumberDay: 1 } })
  expect(care.telephony.dialled).toHaveLength(1)
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'running' }])
  expect(subjects()).toEqual(["Margaret Hartley didn't answer the 9:00 AM daily check-in"])
})

test('a request for help that the provider reports twice is not reported again after somebody said that all is well', async () => {
  await care.dispatch()
  const ends = await mayAskForHelp()
  await saysAllIsWell()
  await ends()
  expect(await incidents()).toEqual([{ cause: 'uncertain_help', status: 'resolved' }])
  expect(subjects()).toEqual([])
})

/** The last try is dialled before somebody says that all is well. */
async function isRungAgainAlready() {
  await care.dispatch()
  await mayAskForHelp()
  care.clock.advance(10 * MINUTE)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(2)
}

test('words that may ask for help are reported if they are said after the all-clear, in a try that had begun before it', async () => {
  await isRungAgainAlready()
  await saysAllIsWell()
  care.clock.advance(MINUTE)
  const ends = await mayAskForHelp()
  await ends()
  expect(await incidents()).toEqual([{ cause: 'uncertain_help', status: 'running' }])
  expect(subjects()).toEqual([expect.stringContaining('may have asked for help')])
})

test('words that nobody understands are reported if they are said after the all-clear, in a try that had begun before it', async () => {
  await isRungAgainAlready()
  await saysAllIsWell()
  care.clock.advance(MINUTE)
  const { attemptId, sid } = dialled()
  await care.facts.answered(attemptId, sid)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' }, sid)
  await care.facts.heard(attemptId, 'question 2', { keys: '', speech: 'the cat is on the mat' }, sid)
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 20 },
  })
  expect(await incidents()).toEqual([{ cause: 'unclear', status: 'running' }])
  expect(subjects()).toHaveLength(1)
})

test('silence after the all-clear is no news of the words that were said before it', async () => {
  await care.dispatch()
  await mayAskForHelp()
  const { attemptId, sid } = dialled()
  await saysAllIsWell()
  const { conversation } = await care.db.selectFrom('attempts').select('conversation').executeTakeFirstOrThrow()
  const step = Object.keys(conversationFrom(conversation).moves).at(-1) ?? ''
  await care.facts.heard(attemptId, step, { keys: '', speech: '' }, sid)
  expect(await incidents()).toEqual([{ cause: 'uncertain_help', status: 'resolved' }])
  expect(subjects()).toEqual([])
})

test('an all-clear by late words in the last try is undone if a machine had said them', async () => {
  await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
  await care.dispatch()
  const { attemptId, sid } = dialled()
  const [listen = ''] = stepsOf(await care.facts.answered(attemptId, sid))
  const [question = ''] = stepsOf(await care.facts.heard(attemptId, listen, { keys: '', speech: '' }, sid))
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 20 },
  })
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'running' }])
  care.clock.advance(MINUTE)
  const [goodbye = ''] = stepsOf(await care.facts.heard(attemptId, question, { keys: '', speech: "I'm fine" }, sid))
  expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'resolved' }])
  care.notified.length = 0
  care.clock.advance(MINUTE)
  const speech = 'just joking, please leave a message after the tone'
  await care.facts.heard(attemptId, goodbye, { keys: '', speech }, sid)
  expect(await care.call(account, callId)).toMatchObject({ status: 'voicemail' })
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'running' }])
  expect(subjects()).toEqual(["Margaret Hartley didn't answer the 9:00 AM daily check-in"])
})

test('an all-clear by a person stands, whatever a machine had said after it', async () => {
  await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
  await care.dispatch()
  const { attemptId, sid } = dialled()
  const [listen = ''] = stepsOf(await care.facts.answered(attemptId, sid))
  const [question = ''] = stepsOf(await care.facts.heard(attemptId, listen, { keys: '', speech: '' }, sid))
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 20 },
  })
  await saysAllIsWell()
  care.clock.advance(MINUTE)
  const [goodbye = ''] = stepsOf(await care.facts.heard(attemptId, question, { keys: '', speech: "I'm fine" }, sid))
  care.clock.advance(MINUTE)
  const speech = 'just joking, please leave a message after the tone'
  await care.facts.heard(attemptId, goodbye, { keys: '', speech }, sid)
  expect(await care.call(account, callId)).toMatchObject({ status: 'voicemail' })
  expect(await incidents()).toEqual([{ cause: 'not_reached', status: 'resolved' }])
  expect(subjects()).toEqual([])
})
