import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProviderRecording } from '#server/adapters/telephony/call-recordings.ts'
import type { Lookup } from '#server/adapters/telephony/telephony.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'
import { aVoice } from '#test/voice-fixture.ts'
import { fetchRecorded, forgetFetched } from './fetch-recorded.ts'
import { findVoiceCall } from './find-voice-call.ts'

const PROVIDER_CALL = 'CA00000000000000000000000000000001'
let cooee: TestApp
let dialId: number
let listed: Lookup<ProviderRecording[]> = { kind: 'found', found: [] }
const ready = (providerRecordingId: string) => ({ providerRecordingId, durationSeconds: 2, isReady: true })

beforeAll(async () => {
  cooee = await buildTestApp()
  const { db, clock } = cooee
  const carer = await cooee.aRegisteredAccount()
  const { id: lovedOneId } = (await carer.post('/api/loved-ones', aLovedOne())).json()
  const scheduledTime = '2026-03-12T00:00:00.000Z'
  const daily = { lovedOneId, callType: 'daily_check_in', scheduledTime, recurrencePattern: 'daily' }
  expect((await carer.post('/api/calls', daily)).statusCode).toBe(201)
  const schedule = await db.selectFrom('callSchedules').select(['id', 'accountId']).executeTakeFirstOrThrow()
  const { id: scheduleId, accountId } = schedule
  const dial = { accountId, phoneNumber: '+61491570999', state: 'placed', startedAt: clock.now() } as const
  dialId = (
    await db
      .insertInto('voiceCalls')
      .values({ ...dial, providerCallId: PROVIDER_CALL, nextAt: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const request = { dialId, accountId, scheduleId, personId: carer.user.id, part: 'greeting' } as const
  await db
    .insertInto('voiceRequests')
    .values({ ...request, requestedAt: clock.now() })
    .execute()
})
afterAll(() => cooee.close())

async function fetched() {
  const call = await findVoiceCall(cooee.db, dialId, PROVIDER_CALL)
  if (!call) throw new Error('The call is over')
  const recordings = {
    findOfCall: async () => listed,
    fetchSound: async () => ({
      kind: 'found' as const,
      found: { bytes: Buffer.from(aVoice()), contentType: 'audio/wav' as const },
    }),
  }
  const { db, clock, sealing } = cooee
  return fetchRecorded({ db, clock, sealing, recordings }, call)
}

test('what is recorded again is played only once the provider has it, and nothing older in its place', async () => {
  listed = { kind: 'found', found: [ready('RE1')] }
  const first = await fetched()
  expect(first.kind).toBe('fetched')
  // The same callback again.
  expect(await fetched()).toEqual(first)
  await forgetFetched(cooee.db, dialId)
  expect(await fetched()).toEqual({ kind: 'later' })
  listed = { kind: 'unavailable', reason: 'It answered 503' }
  expect(await fetched()).toEqual({ kind: 'later' })
  listed = { kind: 'found', found: [ready('RE1'), ready('RE2')] }
  const second = await fetched()
  expect(second.kind).toBe('fetched')
  expect(second).not.toEqual(first)
})

test('a provider that cannot be asked leaves nobody with what they recorded before', async () => {
  listed = { kind: 'unavailable', reason: 'It answered 503' }
  expect(await fetched()).toEqual({ kind: 'later' })
})
