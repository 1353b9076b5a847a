import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type S3Simulator, startS3Simulator } from '#simulators/s3/s3-simulator.ts'
import { movableClock } from '#test/movable-clock.ts'
import { s3SoundObjects } from './s3-sound-objects.ts'
import { signRequest } from './sign-request.ts'

const KEY = { keyId: 'AKIATEST', secret: 'a secret/of+the tests', region: 'ap-southeast-2' }
const SOUND = randomBytes(200_000)
const MINUTE = 60_000

const clock = movableClock(new Date('2026-03-10T09:00:00.000Z'))
let simulator: S3Simulator
beforeAll(async () => {
  simulator = await startS3Simulator({ ...KEY, bucket: 'recordings', now: () => clock.now() })
})
afterAll(() => simulator.close())
beforeEach(() => {
  simulator.objects.clear()
  simulator.faults.length = 0
  simulator.isDown = false
})

const objects = (changes: object = {}) =>
  s3SoundObjects({ ...KEY, url: simulator.url, ...changes }, { clock, answerWithinMs: 300 })

test('what is put can be got, and is gone once it is deleted, a second time as well', async () => {
  expect(await objects().put('7-a', SOUND)).toEqual({ kind: 'stored' })
  expect(simulator.objects.get('7-a')).toEqual(SOUND)
  expect(await objects().get('7-a')).toEqual({ kind: 'found', bytes: SOUND })
  expect(await objects().delete('7-a')).toEqual({ kind: 'deleted' })
  expect(await objects().delete('7-a')).toEqual({ kind: 'deleted' })
  expect(await objects().get('7-a')).toEqual({ kind: 'absent' })
})

test('a bucket may be given with a folder in it, and with a slash at the end', async () => {
  expect(await objects({ url: `${simulator.url}/a folder/` }).put('7-a', SOUND)).toEqual({ kind: 'stored' })
  expect([...simulator.objects.keys()]).toEqual(['a folder/7-a'])
})

describe('a store that refuses', () => {
  test.each([
    [{ secret: 'another' }, 'It answered SignatureDoesNotMatch'],
    [{ keyId: 'AKIAOTHER' }, 'It answered InvalidAccessKeyId'],
    [{ region: 'us-east-1' }, 'It answered AuthorizationHeaderMalformed'],
  ])('with %o nothing is stored, got or deleted', async (changes, reason) => {
    simulator.objects.set('7-a', SOUND)
    const unavailable = { kind: 'unavailable', reason }
    expect(await objects(changes).put('7-b', SOUND)).toEqual(unavailable)
    expect(await objects(changes).get('7-a')).toEqual(unavailable)
    expect(await objects(changes).delete('7-a')).toEqual(unavailable)
    expect([...simulator.objects.keys()]).toEqual(['7-a'])
  })

  test('a bucket that is not there is never taken for an object that is not there', async () => {
    const elsewhere = objects({ url: simulator.url.replace('recordings', 'other') })
    const unavailable = { kind: 'unavailable', reason: 'It answered NoSuchBucket' }
    expect(await elsewhere.get('7-a')).toEqual(unavailable)
    expect(await elsewhere.delete('7-a')).toEqual(unavailable)
  })

  test.each([404, 200])('a server that is no store and answers %i is believed in nothing', async (status) => {
    const page = createServer((request, response) =>
      response.writeHead(request.method === 'PUT' ? 200 : status).end('<p>'),
    )
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void page.close())
    const { port } = page.address() as AddressInfo
    const elsewhere = objects({ url: `http://127.0.0.1:${port}/recordings` })
    expect(await elsewhere.put('7-a', SOUND)).toMatchObject({ kind: 'unavailable' })
    // What it gives for a sound is not sealed, and shows itself when it is opened.
    if (status === 404) expect(await elsewhere.get('7-a')).toEqual({ kind: 'unavailable', reason: 'It answered 404' })
    expect(await elsewhere.delete('7-a')).toMatchObject({ kind: 'unavailable' })
  })

  test('a clock that is wrong by more than a quarter of an hour is refused', async () => {
    const late = s3SoundObjects(
      { ...KEY, url: simulator.url },
      { clock: movableClock(new Date(clock.now().getTime() + 16 * MINUTE)) },
    )
    expect(await late.put('7-a', SOUND)).toEqual({ kind: 'unavailable', reason: 'It answered RequestTimeTooSkewed' })
  })

  test('a body that was changed on the way is refused', async () => {
    const url = `${simulator.url}/7-a`
    const headers = await signRequest({ method: 'PUT', url, body: SOUND }, KEY, clock.now())
    const answer = await fetch(url, { method: 'PUT', headers, body: 'another' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('XAmzContentSHA256Mismatch')
  })
})

describe('a store in trouble', () => {
  test('a store that asks to slow down is unavailable', async () => {
    simulator.faults.push('slow-down')
    expect(await objects().put('7-a', SOUND)).toEqual({ kind: 'unavailable', reason: 'It answered SlowDown' })
    expect(simulator.objects.size).toBe(0)
  })

  test('an answer that was lost is not taken for success, although the object is there', async () => {
    simulator.faults.push('lost-answer')
    expect(await objects().put('7-a', SOUND)).toMatchObject({ kind: 'unavailable' })
    expect(simulator.objects.size).toBe(1)
  })

  test('half a sound is not taken for a sound', async () => {
    simulator.objects.set('7-a', SOUND)
    simulator.faults.push('cut-off')
    expect(await objects().get('7-a')).toMatchObject({ kind: 'unavailable' })
  })

  test('a slow answer is not waited for without end', async () => {
    simulator.faults.push('slow')
    expect(await objects().get('7-a')).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/timeout/) })
  })

  test('an object that is longer than any recording is not read', async () => {
    simulator.objects.set('7-a', Buffer.alloc(17 * 1024 * 1024))
    expect(await objects().get('7-a')).toMatchObject({ kind: 'unavailable' })
  })

  test('a store that nobody answers for is unavailable, and the secret is in no reason', async () => {
    const answer = await objects({ url: 'http://127.0.0.1:1/recordings' }).put('7-a', SOUND)
    expect(answer).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/ECONNREFUSED|bad port/) })
    expect(JSON.stringify(answer)).not.toContain(KEY.secret)
  })
})
