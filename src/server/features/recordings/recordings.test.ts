import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { scriptedRecordings } from '#test/adapters/scripted-recordings.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { deleteRecordingHandler } from './deletions/delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { maintainRecordings } from './maintain-recordings.ts'
import { recordingProviderEvents } from './recording-provider-events.ts'
import { fetchRecordingHandler } from './sounds/fetch-recording.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SOUND = Buffer.from('RIFF of a call')

const provider = scriptedRecordings()
let care: CareFixture
let deps: RecordingsDeps
let account: { id: number }
let lovedOneId: number
let callId: number

beforeAll(async () => {
  care = await careFixture()
  deps = { ...care.deps, recordings: provider, soundObjects: null }
})
afterAll(() => care.close())

beforeEach(async () => {
  provider.clear()
  care.telephony.clear()
  care.jobs.sent.length = 0
  await deleteEverybody(care.db)
  await care.db.deleteFrom('recordingDeletions').execute()
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { recordCalls: true })
})

interface Recorded {
  attemptId: number
  providerCallId: string
  providerRecordingId: string
}

/** A call that was dialled, answered with 1, and has ended; the provider has its sound. */
async function aTalk({ isReady = true } = {}): Promise<Recorded> {
  callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const dialled = care.telephony.dialled.at(-1)
  const attemptId = dialled?.attemptId ?? 0
  const providerCallId = dialled?.providerCallId ?? ''
  await upToTheQuestion(attemptId, providerCallId)
  const { recordCalls } = await care.db.selectFrom('lovedOnes').select('recordCalls').executeTakeFirstOrThrow()
  await care.facts.heard(attemptId, recordCalls ? 'question 3' : 'question 2', { keys: '1', speech: '' })
  await care.facts.progressed(attemptId, {
    providerCallId,
    status: 'completed',
    endedStatus: 'completed',
    answeredBy: null,
    durationSeconds: 20,
  })
  const providerRecordingId = `RE${attemptId}`
  provider.kept.set(providerRecordingId, {
    providerRecordingId,
    providerCallId,
    durationSeconds: 20,
    isReady,
    bytes: SOUND,
  })
  return { attemptId, providerCallId, providerRecordingId }
}

const NOTHING = { keys: '', speech: '' }

/** Picked up, listened, said who is calling; the words at each of these moments. */
async function upToTheQuestion(attemptId: number, providerCallId: string) {
  const opening = await care.facts.answered(attemptId, providerCallId)
  const introduction = await care.facts.heard(attemptId, 'listen 1', NOTHING)
  const isAnnounced = introduction.some(({ kind }) => kind === 'go_to')
  const question = isAnnounced ? await care.facts.heard(attemptId, 'announce 2', NOTHING) : introduction
  return { opening, introduction, question }
}

/** The phone of a call rings. */
async function aRing() {
  callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  return { attemptId, providerCallId: providerCallId ?? '' }
}

const notify = ({ attemptId, providerRecordingId }: Recorded) =>
  recordingProviderEvents(deps).recorded(attemptId, { providerRecordingId, durationSeconds: 20 })

/** Runs the jobs of recordings that are due now. */
async function work() {
  const handlers = [fetchRecordingHandler(deps), deleteRecordingHandler(deps)]
  const others = care.jobs.sent.filter(({ name }) => name === 'place-call')
  const own = care.jobs.sent.filter(({ name }) => name !== 'place-call')
  care.jobs.sent.splice(0, Number.POSITIVE_INFINITY, ...own)
  await care.jobs.runDue(handlers, care.clock.now())
  care.jobs.sent.push(...others)
}

/** Jobs are lost: only the poll loops go on, once a minute. */
async function minutes(count: number) {
  care.jobs.sent.length = 0
  for (let passed = 0; passed < count; passed++) {
    care.clock.advance(MINUTE)
    await maintainRecordings(deps)
  }
}

async function days(count: number) {
  care.clock.advance(count * DAY)
  await maintainRecordings(deps)
}

/** Fetches what is due, and leaves the deletion at the provider undone. */
async function fetchOnly() {
  const jobs = care.jobs.sent.filter(({ name }) => name === 'fetch-recording')
  await fetchRecordingHandler(deps).handle(jobs.map(({ payload }) => payload))
}

const toDelete = () => care.db.selectFrom('recordingDeletions').selectAll().execute()
const recordings = () => care.db.selectFrom('recordings').selectAll().execute()
const theCall = () => care.call(account, callId)

describe('calls that are recorded', () => {
  test('a call is recorded when it is switched on for that loved one, once a person heard so', async () => {
    const { providerCallId } = await aTalk()
    expect(care.telephony.recorded).toEqual([providerCallId])
    expect((await theCall()).transcript).toContain(
      'the phone service Robyn set up to see how you are. This call is recorded for your family.',
    )
  })

  test('a call is not recorded before the announcement was said to the end, also when a person was detected at once', async () => {
    const { attemptId, providerCallId } = await aRing()
    await care.facts.answered(attemptId, providerCallId)
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: 'hello?' })
    expect(care.telephony.recorded).toEqual([])
    await care.facts.heard(attemptId, 'announce 2', NOTHING)
    expect(care.telephony.recorded).toEqual([providerCallId])
  })

  test('a person hears what follows also while the provider is slow to record', async () => {
    const { attemptId, providerCallId } = await aRing()
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    await care.facts.answered(attemptId, providerCallId)
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: 'hello?' })
    const slowProvider = Promise.withResolvers<void>()
    care.telephony.answersOnce = slowProvider.promise
    const next = await care.facts.heard(attemptId, 'announce 2', NOTHING)
    expect(next).not.toEqual([{ kind: 'hang_up' }])
    expect(next).not.toEqual([])
    expect(care.telephony.recorded).toEqual([])
    slowProvider.resolve()
    await expect.poll(() => care.telephony.recorded).toEqual([providerCallId])
  })

  test('a call is recorded once, however often its events are reported', async () => {
    const { attemptId, providerCallId } = await aRing()
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    await upToTheQuestion(attemptId, providerCallId)
    await care.facts.heard(attemptId, 'announce 2', NOTHING)
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    expect(care.telephony.recorded).toEqual([providerCallId])
  })

  test('a call is recorded from the verdict on when that comes after the announcement', async () => {
    const { attemptId, providerCallId } = await aRing()
    await upToTheQuestion(attemptId, providerCallId)
    expect(care.telephony.recorded).toEqual([])
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    expect(care.telephony.recorded).toEqual([providerCallId])
  })

  test('a call is never recorded when a machine took it: not by its verdict, and not by its words', async () => {
    const { attemptId, providerCallId } = await aRing()
    await upToTheQuestion(attemptId, providerCallId)
    await care.facts.answererDetected(attemptId, providerCallId, 'machine')
    expect(care.telephony.recorded).toEqual([])
    care.telephony.clear()
    const second = await aRing()
    await care.facts.answererDetected(second.attemptId, second.providerCallId, 'human')
    await care.facts.answered(second.attemptId, second.providerCallId)
    await care.facts.heard(second.attemptId, 'listen 1', { keys: '', speech: 'please leave a message after the tone' })
    await care.facts.heard(second.attemptId, 'hear_out 2', NOTHING)
    expect(care.telephony.recorded).toEqual([])
  })

  test('a recording of a machine that was taken for a person is deleted at the provider', async () => {
    const { attemptId, providerCallId } = await aRing()
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    await upToTheQuestion(attemptId, providerCallId)
    await care.facts.heard(attemptId, 'question 3', { keys: '', speech: 'please leave a message after the tone' })
    await notify({ attemptId, providerCallId, providerRecordingId: 'RE-machine' })
    expect(await recordings()).toEqual([])
    expect((await toDelete()).map((deletion) => deletion.providerRecordingId ?? deletion.providerCallId)).toEqual(
      expect.arrayContaining(['RE-machine', providerCallId]),
    )
  })

  test('a call is not recorded when recording is off, and then it does not say so', async () => {
    await care.db.updateTable('lovedOnes').set({ recordCalls: false }).execute()
    await aTalk()
    expect(care.telephony.recorded).toEqual([])
    expect((await theCall()).transcript).not.toContain('recorded')
  })

  test('a call is recorded as set when the phone is dialled: off after scheduling is off', async () => {
    callId = await care.aCall(account, { lovedOneId })
    await care.db.updateTable('lovedOnes').set({ recordCalls: false }).execute()
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: '' }
    const { introduction } = await upToTheQuestion(attemptId, providerCallId ?? '')
    expect(JSON.stringify(introduction)).not.toContain('recorded')
  })

  test('a call says that it is recorded when recording is switched off while the phone rings', async () => {
    const { attemptId, providerCallId } = await aRing()
    await care.db.updateTable('lovedOnes').set({ recordCalls: false }).execute()
    const { introduction } = await upToTheQuestion(attemptId, providerCallId)
    expect(JSON.stringify(introduction)).toContain('This call is recorded')
  })
})

describe('sounds of recordings', () => {
  test('the sound of a recording is fetched, stored, and deleted at the provider', async () => {
    const talk = await aTalk()
    expect(await theCall()).toMatchObject({ recording: null, recordingKeptUntil: null })
    await notify(talk)
    expect(await theCall()).toMatchObject({ recording: null })
    await work()
    expect(await recordings()).toMatchObject([
      { attemptId: talk.attemptId, sound: SOUND, contentType: 'audio/wav', durationSeconds: 20, fetchAt: null },
    ])
    expect(provider.kept.size).toBe(0)
    expect((await recordings())[0]?.deletedAtProviderAt).toEqual(care.clock.now())
    expect(await theCall()).toMatchObject({
      recording: `/api/calls/${callId}/recording`,
      recordingKeptUntil: new Date(NINE_IN_SYDNEY.getTime() + 30 * DAY).toISOString(),
    })
  })

  test('the sound of a recording reported twice, and at once, is stored once and fetched once', async () => {
    const talk = await aTalk()
    await Promise.all([notify(talk), notify(talk)])
    await work()
    await notify(talk)
    await work()
    expect(await recordings()).toHaveLength(1)
    expect(provider.fetched).toEqual([talk.providerRecordingId])
  })

  test('two workers with the same job fetch the sound of a recording once', async () => {
    await notify(await aTalk())
    const [job] = care.jobs.sent.filter(({ name }) => name === 'fetch-recording')
    const handler = fetchRecordingHandler(deps)
    await Promise.all([handler.handle([job?.payload ?? {}]), handler.handle([job?.payload ?? {}])])
    expect(provider.fetched).toHaveLength(1)
  })

  test('a sound that the provider does not give is requested again after growing pauses', async () => {
    await notify(await aTalk())
    provider.isDown = true
    const asked: number[] = []
    for (let minute = 0; minute < 30; minute++) {
      await work()
      asked.push(provider.fetched.length)
      care.clock.advance(MINUTE)
    }
    expect(asked[0]).toBe(1)
    expect(provider.fetched.length).toBeGreaterThan(3)
    expect(provider.fetched.length).toBeLessThan(8)
    provider.isDown = false
    care.clock.advance(HOUR)
    await work()
    expect(await theCall()).toMatchObject({ recording: expect.any(String) })
    expect(provider.kept.size).toBe(0)
  })

  test('a sound that the provider gives after a fortnight is fetched, and the admins are notified long before', async () => {
    await notify(await aTalk())
    provider.isDown = true
    await expect(minutes(30)).rejects.toThrow()
    for (let passed = 0; passed < 14; passed++) await expect(days(1)).rejects.toThrow()
    provider.isDown = false
    await days(1)
    expect(await theCall()).toMatchObject({ recording: expect.any(String) })
    expect(provider.kept.size).toBe(0)
  })

  test('a recording that the provider gives too late expires, and its copy there is deleted', async () => {
    await notify(await aTalk())
    provider.isDown = true
    await expect(minutes(30)).rejects.toThrow()
    for (let passed = 0; passed < 29; passed++) await expect(days(1)).rejects.toThrow()
    expect(await recordings()).toHaveLength(1)
    await days(1)
    expect(await recordings()).toEqual([])
    provider.isDown = false
    await days(1)
    expect(provider.kept.size).toBe(0)
  })

  test('a sound that the provider does not know is given up, without an end to the call’s details', async () => {
    await notify(await aTalk())
    for (let tries = 0; tries < 30; tries++) {
      provider.answers.push({ kind: 'absent' })
      await work()
      care.clock.advance(DAY)
    }
    expect(provider.fetched.length).toBe(19)
    expect(await theCall()).toMatchObject({ recording: null, status: 'completed' })
  })

  test('a file that is no sound is given up at once', async () => {
    await notify(await aTalk())
    provider.answers.push({ kind: 'unusable', reason: 'a page' })
    await work()
    await minutes(60)
    expect(provider.fetched).toHaveLength(1)
    expect(await theCall()).toMatchObject({ recording: null })
  })

  test('the sound of a recording is fetched and deleted also when every job is lost', async () => {
    await notify(await aTalk())
    await minutes(2)
    expect(await theCall()).toMatchObject({ recording: expect.any(String) })
    expect(provider.kept.size).toBe(0)
  })

  test('the sound of a recording is deleted at the provider as soon as it can be', async () => {
    await notify(await aTalk())
    await fetchOnly()
    provider.isDown = true
    await minutes(5)
    await expect(minutes(95), 'the admins are notified').rejects.toThrow()
    expect(provider.kept.size).toBe(1)
    provider.isDown = false
    await days(1)
    expect(provider.kept.size).toBe(0)
    expect(await toDelete()).toEqual([])
  })

  test('the sound of a call that was never to be recorded is deleted at the provider, and not stored', async () => {
    await care.db.updateTable('lovedOnes').set({ recordCalls: false }).execute()
    await notify(await aTalk())
    await work()
    expect(await recordings()).toEqual([])
    expect(provider.kept.size).toBe(0)
  })
})

describe('lost callbacks of recordings', () => {
  test('a lost callback of a recording is made up for: the provider is asked, and the sound is there', async () => {
    await aTalk()
    await minutes(9)
    expect(await recordings()).toEqual([])
    await minutes(2)
    expect(await theCall()).toMatchObject({ recording: expect.any(String) })
    expect(provider.kept.size).toBe(0)
  })

  test('a lost callback of a recording is waited for while the provider still works on the sound', async () => {
    const { providerRecordingId } = await aTalk({ isReady: false })
    await minutes(30)
    expect(await recordings()).toEqual([])
    const found = provider.kept.get(providerRecordingId)
    if (found) provider.kept.set(providerRecordingId, { ...found, isReady: true })
    await minutes(6)
    expect(await theCall()).toMatchObject({ recording: expect.any(String) })
  })

  test('a lost callback of a recording is asked about again after an outage of the provider', async () => {
    await aTalk()
    provider.isDown = true
    await minutes(60)
    provider.isDown = false
    await minutes(6)
    expect(await theCall()).toMatchObject({ recording: expect.any(String) })
  })

  test('a recording that never was is asked about a few times and no more', async () => {
    const { attemptId } = await aTalk()
    provider.kept.clear()
    for (let passed = 0; passed < 100; passed++) {
      care.clock.advance(10 * MINUTE)
      await maintainRecordings(deps)
    }
    expect(provider.lookedFor).toHaveLength(5)
    const attempt = await care.db.selectFrom('attempts').select('recordingPollAt').where('id', '=', attemptId).execute()
    expect(attempt).toEqual([{ recordingPollAt: null }])
  })

  test('a recording is not asked about when nobody answered', async () => {
    callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: '' }
    const noAnswer = { endedStatus: 'no-answer', status: 'no-answer', answeredBy: null, durationSeconds: null } as const
    await care.facts.progressed(attemptId, { ...noAnswer, providerCallId: providerCallId ?? '' })
    await minutes(60)
    expect(provider.lookedFor).toEqual([])
    const attempt = await care.db.selectFrom('attempts').select('recordingPollAt').where('id', '=', attemptId).execute()
    expect(attempt).toEqual([{ recordingPollAt: null }])
  })

  test('a recording is not asked about when the call was not recorded', async () => {
    await care.db.updateTable('lovedOnes').set({ recordCalls: false }).execute()
    await aTalk()
    await minutes(60)
    expect(provider.lookedFor).toEqual([])
  })

  test('a recording is not asked about while the call is under way', async () => {
    callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await minutes(12)
    expect(provider.lookedFor).toEqual([])
  })
})

describe('the retention period', () => {
  test('the retention period of thirty days ends the recording, and leaves the transcript', async () => {
    await notify(await aTalk())
    await work()
    await days(29.9)
    expect(await recordings()).toHaveLength(1)
    await days(0.2)
    expect(await recordings()).toEqual([])
    expect(await theCall()).toMatchObject({
      recording: null,
      recordingKeptUntil: null,
      transcript: expect.stringContaining('Pressed 1'),
    })
  })

  test('the retention period ends the recording at the provider too, also if it could never be fetched', async () => {
    await notify(await aTalk())
    provider.answers.push({ kind: 'unusable', reason: 'too long' })
    await work()
    expect(provider.kept.size).toBe(1)
    await days(31)
    expect(await recordings()).toEqual([])
    expect(provider.kept.size).toBe(0)
  })
})

describe('recordings of a loved one who is removed', () => {
  const remove = () => removeLovedOne(care.deps, account, lovedOneId)

  test('removing a loved one deletes the recording at once, and nothing is left to do at the provider', async () => {
    await notify(await aTalk())
    await work()
    await remove()
    expect(await recordings()).toEqual([])
    expect(await toDelete()).toEqual([])
  })

  test('a recording of a removed loved one that was not fetched yet is deleted at the provider', async () => {
    await notify(await aTalk())
    await remove()
    await work()
    expect(provider.fetched).toEqual([])
    await minutes(1)
    expect(provider.kept.size).toBe(0)
  })

  test('a recording of a removed loved one that was fetched and could not be deleted at the provider is deleted there later', async () => {
    await notify(await aTalk())
    await fetchOnly()
    expect(provider.kept.size).toBe(1)
    await remove()
    await minutes(1)
    expect(provider.kept.size).toBe(0)
  })

  test('a recording of a removed loved one that is reported only afterwards is deleted at the provider and not stored', async () => {
    const talk = await aTalk()
    await remove()
    await notify(talk)
    await work()
    expect(await recordings()).toEqual([])
    expect(provider.kept.size).toBe(0)
  })

  test('a recording of a removed loved one that is never reported is asked for and deleted at the provider', async () => {
    await aTalk()
    await remove()
    await minutes(12)
    expect(provider.kept.size).toBe(0)
    expect(await toDelete()).toEqual([])
  })

  test('a removal and the report of a recording at the same moment leave nothing behind', async () => {
    for (let round = 0; round < 10; round++) {
      lovedOneId = await care.aLovedOne(account, { recordCalls: true, name: `Margaret ${round}` })
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
      await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
      const talk = await aTalk()
      await Promise.all([remove(), notify(talk), work()])
      await work()
      await minutes(12)
      expect(await recordings()).toEqual([])
      expect(provider.kept.size).toBe(0)
    }
  })
})
