import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPEN_SEALING, SEALING, SOUND, type SoundsFixture, soundsFixture } from '#test/sounds-fixture.ts'
import { deleteExpiredRecordings, maintainRecordings } from '../maintain-recordings.ts'
import { fetchRecording } from './fetch-recording.ts'
import { maintainSoundStore, warnOfMissingStore } from './maintain-sound-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let cooee: SoundsFixture
beforeAll(async () => {
  cooee = await soundsFixture()
})
afterAll(() => cooee.close())
beforeEach(() => cooee.startOver())

/** A recording whose sound is kept in the store. */
async function inStore(): Promise<number> {
  const id = await cooee.aReport()
  await fetchRecording(cooee.deps, id)
  return id
}
const onlyObject = () => [...cooee.simulator.objects.entries()][0] ?? ['', Buffer.alloc(0)]

describe('a sound that is fetched', () => {
  test('a fetched sound goes into the store, sealed, and not into the database', async () => {
    const id = await inStore()
    const [key, object] = onlyObject()
    expect(key).toMatch(new RegExp(`^${id}-[0-9a-f]{24}$`))
    expect(object.includes(SOUND.subarray(0, 32))).toBe(false)
    expect(await cooee.recordings()).toEqual([{ id, sound: null, soundKey: key, sealedWith: SEALING.keyId }])
    expect(await cooee.toDelete()).toEqual([])
    expect((await cooee.db.selectFrom('recordingDeletions').selectAll().execute()).map((one) => one.tries)).toEqual([0])
  })

  test('a fetched sound that the store does not take is kept in the database, and moved later', async () => {
    cooee.simulator.isDown = true
    await inStore()
    expect(await cooee.recordings()).toMatchObject([{ sound: expect.any(Buffer), soundKey: null }])
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
    cooee.simulator.isDown = false
    await maintainSoundStore(cooee.deps)
    expect(await cooee.recordings()).toMatchObject([{ sound: null, soundKey: expect.any(String) }])
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
  })

  test('a sound is not put outside while there is no key to seal it with', async () => {
    const id = await cooee.aReport()
    await fetchRecording({ ...cooee.deps, sealing: OPEN_SEALING }, id)
    await maintainSoundStore({ ...cooee.deps, sealing: OPEN_SEALING })
    expect(cooee.simulator.requests).toEqual([])
    expect(await cooee.recordings()).toMatchObject([{ sound: SOUND, soundKey: null }])
  })

  test('an object whose key was never written is deleted after an hour, and the sound is fetched again', async () => {
    const id = await cooee.aReport()
    const dies = { ...cooee.deps, jobs: { ...cooee.jobs, send: () => Promise.reject(new Error('The worker is dead')) } }
    await expect(fetchRecording(dies, id)).rejects.toThrow('dead')
    expect(cooee.simulator.objects.size).toBe(1)
    const [orphan] = onlyObject()
    expect(await cooee.toDelete()).toEqual([orphan])
    cooee.clock.advance(10 * MINUTE)
    await maintainRecordings(cooee.deps)
    await maintainSoundStore(cooee.deps)
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
    expect(cooee.simulator.objects.size).toBe(2)
    cooee.clock.advance(HOUR)
    await maintainSoundStore(cooee.deps)
    expect([...cooee.simulator.objects.keys()]).toEqual((await cooee.recordings()).map(({ soundKey }) => soundKey))
    expect(await cooee.toDelete()).toEqual([])
  })

  test('a sound whose put was answered to nobody is kept in the database, and its object deleted', async () => {
    cooee.simulator.faults.push('lost-answer')
    await inStore()
    expect(await cooee.recordings()).toMatchObject([{ sound: expect.any(Buffer), soundKey: null }])
    const [orphan] = onlyObject()
    cooee.clock.advance(HOUR)
    await maintainSoundStore(cooee.deps)
    expect(cooee.simulator.objects.has(orphan)).toBe(false)
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
  })
})

describe('hearing a sound that is kept in the store', () => {
  test.each([
    [undefined, 200, 0, 999],
    ['bytes=0-9', 206, 0, 9],
    ['bytes=500-', 206, 500, 999],
    ['bytes=-100', 206, 900, 999],
    ['bytes=990-5000', 206, 990, 999],
  ])('%s is answered as from the database', async (range, status, first, last) => {
    await inStore()
    const answer = await cooee.hears(range === undefined ? {} : { range })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-range']).toBe(status === 206 ? `bytes ${first}-${last}/1000` : undefined)
    expect(answer.rawPayload).toEqual(SOUND.subarray(first, last + 1))
    expect(answer.headers['content-type']).toBe('audio/wav')
  })

  test('a range beyond the end is refused without asking the store', async () => {
    await inStore()
    cooee.simulator.requests.length = 0
    const answer = await cooee.hears({ range: 'bytes=1000-' })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */1000')
    expect(cooee.simulator.requests).toEqual([])
  })

  test('a user of another account finds no recording there', async () => {
    await inStore()
    cooee.simulator.requests.length = 0
    expect((await cooee.hears({}, await cooee.aRegisteredAccount())).statusCode).toBe(404)
    expect((await cooee.hears({}, await cooee.anAdmin())).statusCode).toBe(404)
    expect(cooee.simulator.requests).toEqual([])
  })

  test('a store that cannot be reached is said, and the recording is there again with the store', async () => {
    await inStore()
    cooee.simulator.isDown = true
    const answer = await cooee.hears()
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toBe(
      "We can't play this recording right now: we can't reach where it's stored. Please try again in a few minutes.",
    )
    cooee.simulator.isDown = false
    cooee.simulator.faults.push('cut-off')
    expect((await cooee.hears()).statusCode).toBe(503)
    expect((await cooee.hears()).statusCode).toBe(200)
  })

  test('an object that is gone, changed, or another recording’s is never played', async () => {
    const [first, second] = [await inStore(), await inStore()]
    const keys = (await cooee.recordings()).map(({ soundKey }) => soundKey ?? '')
    const [mine = '', last = ''] = keys
    expect([first, second]).toHaveLength(2)
    cooee.simulator.objects.set(last, cooee.simulator.objects.get(mine) ?? Buffer.alloc(0))
    expect((await cooee.hears()).json().message).toBe("We can't play this recording: it's damaged.")
    cooee.simulator.objects.delete(last)
    const answer = await cooee.hears()
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toBe("We can't play this recording: it's missing from where we stored it.")
  })

  test('lists, details and the export name the recording as one in the database', async () => {
    await inStore()
    const path = `/api/calls/${cooee.callId}/recording`
    expect(await cooee.call(cooee.robyn, cooee.callId)).toMatchObject({ recording: path })
    const file = (await cooee.robyn.post('/api/account/export')).json()
    const call = file.calls.find(({ id }: { id: number }) => id === cooee.callId)
    expect(JSON.stringify(call)).toContain(`${path}?download=1`)
    expect(JSON.stringify(file)).not.toMatch(/soundKey|[0-9a-f]{24}/)
  })
})

describe('deleting a sound that is kept in the store', () => {
  const isGone = async () => {
    await maintainSoundStore(cooee.deps)
    expect(cooee.simulator.objects.size).toBe(0)
    expect(await cooee.toDelete()).toEqual([])
  }

  test('after thirty days', async () => {
    await inStore()
    await cooee.moveTo(new Date(cooee.clock.now().getTime() + 30 * DAY))
    await deleteExpiredRecordings(cooee.deps)
    await isGone()
  })

  test('with the loved one', async () => {
    await inStore()
    expect((await cooee.robyn.delete(`/api/loved-ones/${cooee.lovedOneId}`)).statusCode).toBe(204)
    await isGone()
  })

  test('with the account', async () => {
    await inStore()
    await cooee.db.deleteFrom('accounts').where('id', '=', cooee.robyn.user.circle.id).execute()
    await isGone()
  })

  test('is tried again while the store is down, and the admins are notified after a while', async () => {
    await inStore()
    await cooee.db.deleteFrom('recordings').execute()
    cooee.simulator.isDown = true
    let isAlarmed = false
    for (let minute = 0; minute < 30 && !isAlarmed; minute++) {
      isAlarmed = await maintainSoundStore(cooee.deps).then(
        () => false,
        () => true,
      )
      cooee.clock.advance(MINUTE)
    }
    expect(isAlarmed).toBe(true)
    // And it stays said, whatever the pauses are.
    await expect(maintainSoundStore(cooee.deps)).rejects.toThrow()
    cooee.simulator.isDown = false
    cooee.clock.advance(6 * HOUR)
    await isGone()
  })

  test('admins are notified of a key that may not delete, however much is queued and comes in', async () => {
    for (let count = 0; count < 20; count++) await inStore()
    await cooee.db.deleteFrom('recordings').execute()
    cooee.simulator.refusesDeletions = true
    let minutes = 0
    for (; minutes < 30; minutes++) {
      const isAlarmed = await maintainSoundStore(cooee.deps).then(
        () => false,
        () => true,
      )
      if (isAlarmed) break
      cooee.clock.advance(MINUTE)
      await inStore()
      await cooee.db.deleteFrom('recordings').execute()
    }
    expect(minutes).toBeLessThan(15)
    cooee.simulator.refusesDeletions = false
    cooee.clock.advance(6 * HOUR)
    await isGone()
  })

  test('where the answer was lost, or the object is gone already', async () => {
    await inStore()
    await inStore()
    await cooee.db.deleteFrom('recordings').execute()
    cooee.simulator.objects.delete(onlyObject()[0])
    cooee.simulator.faults.push('lost-answer')
    await maintainSoundStore(cooee.deps)
    cooee.clock.advance(MINUTE)
    await isGone()
  })
})

test('without the store, what is kept there is reported as not available, and nothing of it is given up', async () => {
  await inStore()
  const without = { ...cooee.deps, soundObjects: null }
  await expect(maintainSoundStore(without)).rejects.toThrow('RECORDINGS_S3_URL is not set')
  const said: string[] = []
  await warnOfMissingStore(cooee.db, (words) => said.push(words))
  expect(said).toEqual([expect.stringContaining('RECORDINGS_S3_URL is not set')])
  await cooee.db.deleteFrom('recordings').execute()
  cooee.clock.advance(DAY)
  await maintainRecordings(without)
  await expect(maintainSoundStore(without)).rejects.toThrow('RECORDINGS_S3_URL is not set')
  await maintainSoundStore(cooee.deps)
  expect(cooee.simulator.objects.size).toBe(0)
  await maintainSoundStore(without)
})

describe('the database refuses', () => {
  const set = (fields: object) => cooee.db.updateTable('recordings').set(fields).execute()

  test('a sound in two places, in none, or outside unsealed', async () => {
    await inStore()
    await expect(set({ sound: SOUND })).rejects.toThrow('recordings_in_one_place')
    await expect(set({ soundKey: null, soundBytes: null })).rejects.toThrow('recordings_in_one_place')
    await expect(set({ sealedWith: null })).rejects.toThrow('recordings_store_sealed')
    await expect(set({ soundBytes: null })).rejects.toThrow('recordings_store_length')
  })

  test('one object for two recordings', async () => {
    await inStore()
    await inStore()
    const [first] = await cooee.recordings()
    await expect(set({ soundKey: first?.soundKey })).rejects.toThrow('recordings_sound_key_key')
  })
})
