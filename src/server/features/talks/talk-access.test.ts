import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordConsent } from '#server/features/consents/public.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { rememberTopic } from './topics.ts'

/** What was said, summed up, noted and remembered in the talk. */
const WORDS = ['The roses are out', 'She spoke of roses', 'her rose garden', 'the garden show']
const UNKNOWN = 987_654_321

let cooee: CallsFixture
let owner: SignedIn
let stranger: SignedIn
let lovedOneId: number
let callId: number
let topicId: number
beforeAll(async () => {
  cooee = await callsFixture()
  owner = await cooee.aRegisteredAccount()
  stranger = await cooee.aRegisteredAccount()
  lovedOneId = await cooee.aLovedOne(owner)
  callId = (await cooee.aCall(owner, { lovedOneId })).id
  await aTalkInCall()
})
afterAll(() => cooee.close())

/** A talk that is over, with its turn, summary, note and topic. */
async function aTalkInCall(): Promise<void> {
  const { db, clock, sealing } = cooee
  const accountId = owner.user.circle.id
  const at = clock.now()
  const agreed = { accountId, lovedOneId, subject: 'words', state: 'agreed', how: 'key', at } as const
  await db.transaction().execute((trx) => recordConsent(trx, agreed))
  const tried = { callId, attemptNumber: 1, phoneNumber: '+61491570998', startedAt: at, dialBy: at } as const
  const dial = { ...tried, state: 'ended', outcome: 'acknowledged' } as const
  const { id: attemptId } = await db.insertInto('attempts').values(dial).returning('id').executeTakeFirstOrThrow()
  const { id: turnId } = await db
    .insertInto('turns')
    .values({ attemptId, step: 'answer talk 1 1', speaker: 'person', text: 'The roses are out', at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: talkId } = await db
    .insertInto('talks')
    .values({ accountId, lovedOneId, attemptId, openedAt: at, endedAt: at, endReason: 'finished', seconds: 60 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rests = { talkId, turnId, createdAt: at }
  await db
    .insertInto('talkSummaries')
    .values({ ...rests, position: 0, kind: 'sentence', text: 'She spoke of roses' })
    .execute()
  await db
    .insertInto('talkNotes')
    .values({ ...rests, position: 0, topic: 'her rose garden', words: 'The roses are out' })
    .execute()
  await db
    .transaction()
    .execute((trx) => rememberTopic({ sealing }, trx, { accountId, lovedOneId, words: 'the garden show', at }))
  const [topic] = (await owner.get(`/api/loved-ones/${lovedOneId}/topics`)).json()
  topicId = topic.id
}

const wordsIn = (body: string) => WORDS.filter((words) => body.includes(words))

test('who may hear calls reads their talks, and what is remembered of them', async () => {
  const carer = await aMemberOf(cooee, owner, 'carer')
  for (const member of [owner, carer]) {
    expect(wordsIn((await member.get(`/api/calls/${callId}/talks`)).body)).toEqual(WORDS.slice(0, 3))
    expect(wordsIn((await member.get(`/api/loved-ones/${lovedOneId}/topics`)).body)).toEqual(WORDS.slice(3))
  }
})

test('a viewer who may not hear calls is refused talks and topics, and reads nothing of them in the call', async () => {
  const viewer = await aMemberOf(cooee, owner, 'viewer')
  const refused = [
    await viewer.get(`/api/calls/${callId}/talks`),
    await viewer.get(`/api/loved-ones/${lovedOneId}/topics`),
    await viewer.patch(`/api/topics/${topicId}`, { words: 'nothing' }),
    await viewer.delete(`/api/topics/${topicId}`),
    await viewer.delete(`/api/loved-ones/${lovedOneId}/topics`),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
  const call = await viewer.get(`/api/calls/${callId}`)
  expect(call.statusCode).toBe(200)
  expect([...refused, call].flatMap(({ body }) => wordsIn(body))).toEqual([])
})

test('a viewer whom the owner lets hear calls reads their talks', async () => {
  const viewer = await aMemberOf(cooee, owner, 'viewer')
  await owner.patch(`/api/members/${viewer.user.id}`, { mayHearCalls: true })
  expect(wordsIn((await viewer.get(`/api/calls/${callId}/talks`)).body)).toEqual(WORDS.slice(0, 3))
  expect((await viewer.get(`/api/loved-ones/${lovedOneId}/topics`)).statusCode).toBe(200)
})

const PATHS = [
  ['GET', '/api/calls/{call}/talks'],
  ['GET', '/api/loved-ones/{lovedOne}/talks'],
  ['PATCH', '/api/loved-ones/{lovedOne}/talks', { isOn: true }],
  ['GET', '/api/loved-ones/{lovedOne}/topics'],
  ['DELETE', '/api/loved-ones/{lovedOne}/topics'],
  ['PATCH', '/api/topics/{topic}', { words: 'nothing' }],
  ['DELETE', '/api/topics/{topic}'],
] as const

test.each(PATHS)(
  "%s %s of somebody else's answers like one that does not exist, and changes nothing",
  async (...asked) => {
    const [method, path, body] = asked
    const of = (ids: { call: number; lovedOne: number; topic: number }) =>
      path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => String(ids[name]))
    const theirs = await stranger.request(method, of({ call: callId, lovedOne: lovedOneId, topic: topicId }), body)
    const unknown = await stranger.request(method, of({ call: UNKNOWN, lovedOne: UNKNOWN, topic: UNKNOWN }), body)
    expect(theirs.statusCode).toBe(404)
    expect(theirs.body).toBe(unknown.body)
    expect(wordsIn((await owner.get(`/api/loved-ones/${lovedOneId}/topics`)).body)).toEqual(WORDS.slice(3))
    expect((await owner.get(`/api/loved-ones/${lovedOneId}/talks`)).json()).toMatchObject({ isOn: false })
  },
)
