import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let care: CareFixture
let account: { id: number }
let margaret: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  margaret = await care.aLovedOne(account)
})

/** She answers the nine o'clock call and says that all is well; nobody reports to us that the call has ended. */
async function answerAtNine() {
  await care.aCall(account, { lovedOneId: margaret })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled[0] ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  care.clock.advance(20 * SECOND)
  await care.facts.answered(attemptId, providerCallId)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
  const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 12 } as const
  return { reportTheEnd: () => care.facts.progressed(attemptId, { ...ended, providerCallId }) }
}

/** Her phone is held by the first call until the time for this one is over. */
async function isNotPlaced(at: Date) {
  await care.dispatch()
  care.clock.set(new Date(at.getTime() + 16 * MINUTE))
  await care.dispatch()
  expect(await incident()).toMatchObject({ cause: 'not_made', endedAt: null })
}

const incident = () => care.db.selectFrom('incidents').select(['cause', 'endedAt', 'endedHow']).executeTakeFirst()
const catchUps = () => care.db.selectFrom('calls').select('id').where('catchUpFor', 'is not', null).execute()

test('an answer that is known late ends what was due by the time it was given', async () => {
  await care.aCall(account, { lovedOneId: margaret, callType: 'wake_up_call' })
  const { reportTheEnd } = await answerAtNine()
  await isNotPlaced(NINE_IN_SYDNEY)
  await reportTheEnd()
  expect(await incident()).toMatchObject({ endedHow: 'Margaret Hartley answered a call.' })
  expect(await catchUps()).toEqual([])
})

test('an answer that is known late says nothing about a call that was due after it: nobody gets an all-clear', async () => {
  const at = new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE)
  await care.aCall(account, { lovedOneId: margaret, callType: 'wake_up_call', at })
  const { reportTheEnd } = await answerAtNine()
  await isNotPlaced(at)
  const booked = await catchUps()
  await reportTheEnd()
  expect(await incident()).toMatchObject({ endedAt: null })
  expect(await catchUps()).toEqual(booked)
  expect(booked).toHaveLength(1)
})

test('a call whose phone began to ring before this one was due makes up for nothing, answered or not', async () => {
  await care.aCall(account, { lovedOneId: margaret })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const at = new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE)
  await care.aCall(account, { lovedOneId: margaret, callType: 'wake_up_call', at })
  await isNotPlaced(at)
  expect(await catchUps()).toHaveLength(1)
})

test('a call whose phone rings again after this one was due makes up for it', async () => {
  await care.aCall(account, { lovedOneId: margaret })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled[0] ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  const noAnswer = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
  await care.facts.progressed(attemptId, { ...noAnswer, providerCallId })
  const at = new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE)
  await care.aCall(account, { lovedOneId: margaret, callType: 'wake_up_call', at })
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 10 * MINUTE))
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(2)
  await isNotPlaced(at)
  expect(await catchUps()).toEqual([])
})
