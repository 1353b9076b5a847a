import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '#server/platform/health/logger.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { A_PASSWORD } from '#test/factories.ts'

const DAY = 24 * 60 * 60_000
/** Every byte value, so that one that is left out or turned into text is noticed. */
const SOUND = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))

let cooee: CallsFixture
let robyn: SignedIn
let callId: number

const logged: string[] = []
beforeAll(async () => {
  cooee = await callsFixture({
    log: createLogger({ level: 'info', destination: { write: (line) => void logged.push(line) } }),
  })
})
afterAll(() => cooee.close())

beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  robyn = await cooee.aRegisteredAccount()
  callId = await aCallOf('Margaret Hartley')
  await anAttempt({ sound: SOUND })
})

async function aCallOf(name: string): Promise<number> {
  const lovedOneId = await cooee.aLovedOne(robyn)
  // Names that were saved before names were checked as well.
  await cooee.db.updateTable('lovedOnes').set({ name }).where('id', '=', lovedOneId).execute()
  const call = await cooee.aCall(robyn, { lovedOneId })
  await cooee.endCall(call.id)
  return call.id
}

let recordings = 0
/** An attempt at the call, recorded, with its sound if it was fetched. */
async function anAttempt({ attemptNumber = 1, sound }: { attemptNumber?: number; sound: Buffer | null }) {
  const now = cooee.clock.now()
  const { id: attemptId } = await cooee.db
    .insertInto('attempts')
    .values({
      callId,
      attemptNumber,
      phoneNumber: '+61491570156',
      state: 'ended',
      outcome: 'acknowledged',
      startedAt: now,
      dialBy: now,
      isRecorded: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  recordings += 1
  const fetched = sound ? { sound, contentType: 'audio/wav', fetchedAt: now } : {}
  await cooee.db
    .insertInto('recordings')
    .values({
      attemptId,
      providerRecordingId: `RE${recordings}`,
      durationSeconds: 5,
      reportedAt: now,
      expiresAt: new Date(now.getTime() + 30 * DAY),
      ...fetched,
    })
    .execute()
}

const path = (query = '') => `/api/calls/${callId}/recording${query}`
const get = (headers: Record<string, string> = {}, { query = '', who = robyn } = {}) =>
  cooee.request('GET', path(query), undefined, { headers: { authorization: `Bearer ${who.token}`, ...headers } })

test('an account holder hears the whole recording, and no cache keeps it', async () => {
  const answer = await get()
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(SOUND)
  expect(answer.headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': 'inline; filename="cooee-margaret-hartley-2026-03-10-1100.wav"',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers).not.toHaveProperty('content-encoding')
})

test('the session cookie opens a recording as the token does: a player in a page sends nothing else', async () => {
  const answer = await cooee.request('GET', path(), undefined, { headers: { cookie: `auth-token=${robyn.token}` } })
  expect(answer.rawPayload).toEqual(SOUND)
})

test('a call names its recording in lists and details', async () => {
  const [inHistory] = await cooee.list(robyn, 'history')
  expect(inHistory).toMatchObject({ recording: path(), recordingKeptUntil: '2026-04-09T00:00:00.000Z' })
  expect(await cooee.call(robyn, callId)).toMatchObject({ recording: path() })
})

describe('users of other accounts', () => {
  test('a user of another account finds no recording there, and nor does an admin', async () => {
    for (const who of [await cooee.aRegisteredAccount(), await cooee.anAdmin()]) {
      const answer = await get({}, { who })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ message: 'Recording not found' })
    }
  })

  test('a recording is not opened without a session', async () => {
    expect((await cooee.request('GET', path())).statusCode).toBe(401)
  })
})

describe('parts of a recording', () => {
  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=500-', 500, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-100', 900, 999],
    ['bytes=0-', 0, 999],
  ])('%s', async (range, first, last) => {
    const answer = await get({ range, 'accept-encoding': 'gzip, br' })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/1000`)
    expect(answer.headers['content-length']).toBe(String(last - first + 1))
    expect(answer.rawPayload).toEqual(SOUND.subarray(first, last + 1))
  })

  test.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000'])(
    'the range %s is beyond the end of a recording',
    async (range) => {
      const answer = await get({ range })
      expect(answer.statusCode).toBe(416)
      expect(answer.headers['content-range']).toBe('bytes */1000')
      expect(answer.json()).toEqual({ message: 'The recording is not as long as that' })
    },
  )

  test.each(['bytes=0-1,5-9', 'lines=1-2', 'bytes=9-5'])(
    'the range %s is answered with the whole recording',
    async (range) => {
      const answer = await get({ range })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(SOUND)
    },
  )

  test('a range of another version that a client has is answered with the whole recording', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })
})

test('the log names who opened a recording, also where they left out its first byte', async () => {
  const openings = () => logged.filter((line) => line.includes('Recording opened')).map((line) => JSON.parse(line))
  const opened = { personId: robyn.user.id, callId, msg: 'Recording opened' }
  for (const range of ['bytes=0-', 'bytes=1-', 'bytes=-999']) {
    logged.length = 0
    expect((await get({ range })).statusCode).toBe(206)
    expect(openings(), range).toEqual([expect.objectContaining(opened)])
  }
  logged.length = 0
  await get({ range: 'bytes=5000-6000' })
  await cooee.app.inject({ method: 'HEAD', url: path(), headers: { authorization: `Bearer ${robyn.token}` } })
  expect(openings()).toEqual([])
})

test('HEAD returns the length of a recording', async () => {
  const answer = await cooee.app.inject({
    method: 'HEAD',
    url: path(),
    headers: { authorization: `Bearer ${robyn.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe('1000')
  expect(answer.rawPayload).toHaveLength(0)
})

describe('recordings as a file', () => {
  test('a recording can be an attachment', async () => {
    const answer = await get({}, { query: '?download=1' })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="cooee-margaret-hartley-/)
  })

  test.each([
    ['Nguyễn Thị Hoa', 'cooee-nguyen-thi-hoa-2026-03-10-1100.wav'],
    ['"; filename="evil.exe', 'cooee-filename-evil-exe-2026-03-10-1100.wav'],
    ['../../etc/passwd', 'cooee-etc-passwd-2026-03-10-1100.wav'],
    ['王小明', 'cooee-2026-03-10-1100.wav'],
  ])('a recording of %s is named %s', async (name, fileName) => {
    callId = await aCallOf(name)
    await anAttempt({ sound: SOUND })
    const answer = await get({}, { query: '?download=1' })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${fileName}"`)
  })

  test('any other disposition of a recording is refused', async () => {
    expect((await get({}, { query: '?download=please' })).statusCode).toBe(400)
  })
})

describe('the recording of a call with several attempts', () => {
  test('the recording of a call is that of the last attempt which has its sound', async () => {
    await anAttempt({ attemptNumber: 2, sound: Buffer.from('the second') })
    expect((await get()).body).toBe('the second')
    await anAttempt({ attemptNumber: 3, sound: null })
    expect((await get()).body).toBe('the second')
  })

  test('a call has no recording while it is not fetched', async () => {
    callId = await aCallOf('Con')
    await anAttempt({ sound: null })
    expect((await get()).statusCode).toBe(404)
    expect(await cooee.call(robyn, callId)).toMatchObject({ recording: null, recordingKeptUntil: null })
  })

  test('a call has no recording when it has expired, to the second and whether or not a worker has deleted it yet', async () => {
    await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + 30 * DAY))
    robyn = cooee.signedIn((await cooee.request('POST', '/api/login', loginOf(robyn))).json())
    expect((await get()).statusCode).toBe(404)
  })
})

const loginOf = ({ user }: SignedIn) => ({ username: user.username, password: A_PASSWORD })
