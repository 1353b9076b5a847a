import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConsentState, ConsentSubject } from '#core/consent/consent.ts'
import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { recordConsent } from '#server/features/consents/public.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { talksOfCall } from '../talks-of-call.ts'
import { giveUpSummary, summariseTalk } from './summarise-talk.ts'

let care: CareFixture
let accountId: number
let lovedOneId: number
let concerned: number[] = []

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver()
  concerned = []
  accountId = (await care.anAccount()).id
  lovedOneId = await care.aLovedOne({ id: accountId }, { talks: true })
  await decide('conversation', 'agreed')
  await decide('words', 'agreed')
})

const decide = (subject: ConsentSubject, state: ConsentState) =>
  care.db
    .transaction()
    .execute((trx) => recordConsent(trx, { accountId, lovedOneId, subject, state, how: 'key', at: care.clock.now() }))

/** A talk that has ended, in which this was said and these topics were noted. */
async function anEndedTalk({ said, topics = [] }: { said: string; topics?: string[] }) {
  const { db, clock } = care
  const now = clock.now()
  const callId = await care.aCall({ id: accountId }, { lovedOneId })
  const { id: attemptId } = await db
    .insertInto('attempts')
    .values({
      ...{ callId, attemptNumber: 1, phoneNumber: '+61491570156', state: 'ended', outcome: 'acknowledged' },
      ...{ providerCallId: 'CA00000000000000000000000000000999', startedAt: now, dialBy: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: turnId } = await db
    .insertInto('turns')
    .values({ attemptId, step: 'answer talk 2 1', speaker: 'person', text: said, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: talkId } = await db
    .insertInto('talks')
    .values({ accountId, lovedOneId, attemptId, openedAt: now, endedAt: now, endReason: 'finished', seconds: 60 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, topic] of topics.entries()) {
    await db.insertInto('talkNotes').values({ talkId, position, turnId, topic, words: said, createdAt: now }).execute()
  }
  return { callId, attemptId, talkId }
}

const sumUp = (talkId: number, model?: TalkModel) =>
  summariseTalk({ ...care.deps, model, onConcern: async (_, id) => void concerned.push(id) }, talkId)

async function aSummarisedTalk(talk: { said: string; topics: string[] }) {
  const { attemptId, talkId } = await anEndedTalk(talk)
  await sumUp(talkId)
  return { attemptId }
}

const stateOf = async (callId: number) =>
  (await talksOfCall(care.deps, accountId, callId)).map(({ summaryState }) => summaryState)
const writes = (text: string): TalkModel => ({
  prepare: () => {},
  async *reply() {
    yield { kind: 'text', text }
  },
})

const topics = async () => (await care.db.selectFrom('talkTopics').select('words').execute()).map(({ words }) => words)
const summaries = () => care.db.selectFrom('talkSummaries').select('kind').execute()

test('what was noted is remembered, and nothing about health', async () => {
  await aSummarisedTalk({ said: 'The roses are out', topics: ['roses', 'her diabetes', 'new tablets', 'hospital'] })
  expect(await topics()).toEqual(['roses'])
})

test('twenty topics are remembered, and what is older is forgotten, however many there are', async () => {
  const at = care.clock.now()
  const old = Array.from({ length: 23 }, (_, index) => ({ words: `topic ${index}`, createdAt: at, updatedAt: at }))
  await care.db
    .insertInto('talkTopics')
    .values(old.map((topic) => ({ ...topic, accountId, lovedOneId })))
    .execute()
  await aSummarisedTalk({ said: 'The roses are out', topics: ['roses'] })
  const kept = await topics()
  expect(kept.toSorted()).toEqual([...old.slice(4).map(({ words }) => words), 'roses'].toSorted())
})

test('nothing is remembered for a family that may not read their words', async () => {
  for (const state of ['declined', 'withdrawn'] as const) {
    await decide('words', state)
    await aSummarisedTalk({ said: 'I was at the races', topics: ['the races'] })
    expect(await topics()).toEqual([])
    await care.db.deleteFrom('talks').execute()
    await care.db.deleteFrom('attempts').execute()
  }
})

test('nothing is written about a talk after talks were taken back, and its concern is still reported', async () => {
  await decide('conversation', 'withdrawn')
  const { attemptId } = await aSummarisedTalk({ said: "I've fallen and I can't get up", topics: ['the races'] })
  expect(await summaries()).toEqual([])
  expect(await topics()).toEqual([])
  expect(concerned).toEqual([attemptId])
})

test('a summary whose job ran out of tries is said to have failed, and one that is written after all is shown', async () => {
  const { callId, talkId } = await anEndedTalk({ said: 'The roses are out' })
  expect(await stateOf(callId)).toEqual(['pending'])
  for (const _ of ['once', 'twice']) await giveUpSummary(care.deps, { talkId })
  expect(await stateOf(callId)).toEqual(['failed'])
  await sumUp(talkId, writes('[]'))
  expect(await stateOf(callId)).toEqual(['written'])
  await giveUpSummary(care.deps, { talkId })
  expect(await stateOf(callId)).toEqual(['written'])
})

test('a summary that no model could write is said to have failed, and its concern is reported', async () => {
  const { callId, attemptId, talkId } = await anEndedTalk({ said: "I've fallen and I can't get up" })
  await sumUp(talkId)
  expect(await stateOf(callId)).toEqual(['failed'])
  expect(concerned).toEqual([attemptId])
})
