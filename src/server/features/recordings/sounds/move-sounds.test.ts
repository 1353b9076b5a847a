import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SoundObjects } from '#server/adapters/sounds/sound-objects.ts'
import { otherwiseSealed, reseal } from '#server/platform/sealing/reseal.ts'
import { dyingDb } from '#test/later-work-fixture.ts'
import {
  BOTH_SEALING,
  OLD_SEALING,
  OPEN_SEALING,
  SEALING,
  SOUND,
  type SoundsFixture,
  soundsFixture,
} from '#test/sounds-fixture.ts'
import { deleteDueObjects } from '../deletions/delete-objects.ts'
import { maintainSoundStore } from './maintain-sound-store.ts'
import { readSound } from './read-sound.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let cooee: SoundsFixture
beforeAll(async () => {
  cooee = await soundsFixture()
})
afterAll(() => cooee.close())
beforeEach(() => cooee.startOver())

const places = async () => (await cooee.recordings()).map(({ sound, soundKey }) => [sound, soundKey])
/** Every object is the sound of a recording, and every sound is one of the objects. */
async function expectAllMoved(): Promise<void> {
  const rows = await cooee.recordings()
  expect(rows.map(({ sound }) => sound)).toEqual(rows.map(() => null))
  expect([...cooee.simulator.objects.keys()].sort()).toEqual(rows.map(({ soundKey }) => soundKey).sort())
  expect(await cooee.toDelete()).toEqual([])
  for (const { id, soundKey, sealedWith } of rows) {
    const value = cooee.simulator.objects.get(soundKey ?? '') ?? Buffer.alloc(0)
    const opened = SEALING.openBytes('recordings.sound', { id }, { value, sealedWith })
    expect(opened).toEqual({ kind: 'opened', content: SOUND })
  }
}

test('sounds move from the database to the store, once, however often it runs', async () => {
  for (let count = 0; count < 5; count++) await cooee.inRow()
  await maintainSoundStore(cooee.deps)
  await expectAllMoved()
  cooee.simulator.requests.length = 0
  await maintainSoundStore(cooee.deps)
  expect(cooee.simulator.requests).toEqual([])
  expect((await cooee.hears()).rawPayload).toEqual(SOUND)
})

test('a long move ends after ten minutes, so that deletions need not wait for it, and the next run continues', async () => {
  for (let count = 0; count < 5; count++) await cooee.inRow()
  const store = cooee.deps.soundObjects as SoundObjects
  const slow: SoundObjects = {
    ...store,
    put: (...sound) => {
      cooee.clock.advance(4 * MINUTE)
      return store.put(...sound)
    },
  }
  await maintainSoundStore({ ...cooee.deps, soundObjects: slow })
  expect((await places()).filter(([, key]) => key !== null)).toHaveLength(3)
  await maintainSoundStore({ ...cooee.deps, soundObjects: slow })
  await expectAllMoved()
})

test('two workers that move at once leave one object for each sound', async () => {
  for (let count = 0; count < 5; count++) await cooee.inRow()
  await Promise.all([maintainSoundStore(cooee.deps), maintainSoundStore(cooee.deps)])
  cooee.clock.advance(HOUR)
  await maintainSoundStore(cooee.deps)
  await expectAllMoved()
})

test('at whichever statement a worker dies, the sound can be heard all the time, and nothing is left behind', async () => {
  for (let statements = 0; ; statements++) {
    await cooee.startOver()
    await cooee.inRow()
    const dying = dyingDb(cooee.db, statements)
    await maintainSoundStore({ ...cooee.deps, db: dying.db }).catch(() => {})
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
    cooee.clock.advance(2 * HOUR)
    await maintainSoundStore(cooee.deps)
    await expectAllMoved()
    if (!dying.isDead()) break
  }
})

test.each(['slow-down', 'lost-answer'] as const)(
  'a store in trouble (%s) costs no sound, and is reported',
  async (fault) => {
    await cooee.inRow()
    cooee.simulator.faults.push(fault)
    await expect(maintainSoundStore(cooee.deps)).rejects.toThrow()
    expect(await places()).toEqual([[expect.any(Buffer), null]])
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
    cooee.clock.advance(HOUR)
    await maintainSoundStore(cooee.deps)
    await expectAllMoved()
  },
)

test('a recording that is deleted while it is moved leaves nothing in the store', async () => {
  await cooee.inRow()
  const { soundObjects } = cooee.deps
  if (!soundObjects) throw new Error('There is a store')
  const put: typeof soundObjects.put = async (key, bytes) => {
    const answer = await soundObjects.put(key, bytes)
    await cooee.db.deleteFrom('recordings').execute()
    return answer
  }
  await maintainSoundStore({ ...cooee.deps, soundObjects: { ...soundObjects, put } })
  expect(cooee.simulator.objects.size).toBe(1)
  cooee.clock.advance(HOUR)
  await maintainSoundStore(cooee.deps)
  expect(cooee.simulator.objects.size).toBe(0)
})

test('a sound that is resealed in its row while it is put moves as it is then', async () => {
  await cooee.inRow(OLD_SEALING)
  const { soundObjects } = cooee.deps
  if (!soundObjects) throw new Error('There is a store')
  const put: typeof soundObjects.put = async (key, bytes) => {
    await reseal({ db: cooee.db, sealing: BOTH_SEALING }, 'recordings.sound')
    return soundObjects.put(key, bytes)
  }
  await maintainSoundStore({ ...cooee.deps, soundObjects: { ...soundObjects, put } })
  expect(await places()).toEqual([[expect.any(Buffer), null]])
  cooee.clock.advance(HOUR)
  await maintainSoundStore(cooee.deps)
  await expectAllMoved()
})

test('who listens while a sound is resealed, and its old object deleted, hears it', async () => {
  const id = await cooee.inRow(OLD_SEALING)
  await maintainSoundStore({ ...cooee.deps, sealing: OLD_SEALING })
  const both = { ...cooee.deps, sealing: BOTH_SEALING }
  const { soundObjects } = cooee.deps
  if (!soundObjects) throw new Error('There is a store')
  const get: typeof soundObjects.get = async (key) => {
    for (let round = 0; round < 2; round++) {
      await maintainSoundStore(both)
      cooee.clock.advance(HOUR)
    }
    return soundObjects.get(key)
  }
  const heard = await readSound({ ...both, soundObjects: { ...soundObjects, get } }, id, { first: 0, last: 9 })
  expect(heard).toEqual(SOUND.subarray(0, 10))
  expect(cooee.simulator.objects.size).toBe(1)
})

test.each(['is over', 'is under way'])(
  'a sound whose put took so long that its deletion %s stays in the database',
  async (how) => {
    await cooee.inRow()
    const { soundObjects } = cooee.deps
    if (!soundObjects) throw new Error('There is a store')
    const put: typeof soundObjects.put = async (key, bytes) => {
      const answer = await soundObjects.put(key, bytes)
      cooee.clock.advance(2 * HOUR)
      if (how === 'is over') await deleteDueObjects(cooee.deps, soundObjects, () => false)
      else await cooee.db.updateTable('recordingDeletions').set({ tries: 1 }).execute()
      return answer
    }
    const slow = { ...cooee.deps, soundObjects: { ...soundObjects, put } }
    await expect(maintainSoundStore(slow)).rejects.toThrow('1 of its parts failed')
    expect(await places()).toEqual([[expect.any(Buffer), null]])
    expect((await cooee.hears()).rawPayload).toEqual(SOUND)
    cooee.clock.advance(HOUR)
    await maintainSoundStore(cooee.deps)
    await expectAllMoved()
  },
)

test('what is stored in the database unsealed is sealed before it leaves', async () => {
  await cooee.inRow(OPEN_SEALING)
  await maintainSoundStore(cooee.deps)
  await expectAllMoved()
})

test('what a lost key has sealed moves as it is, and can be heard once the key is back', async () => {
  const id = await cooee.inRow(OLD_SEALING)
  await maintainSoundStore(cooee.deps)
  const [row] = await cooee.recordings()
  expect(row).toMatchObject({ sound: null, sealedWith: OLD_SEALING.keyId })
  expect((await cooee.hears()).json().message).toContain("doesn't have the key")
  const value = cooee.simulator.objects.get(row?.soundKey ?? '') ?? Buffer.alloc(0)
  const stored = { value, sealedWith: OLD_SEALING.keyId }
  expect(OLD_SEALING.openBytes('recordings.sound', { id }, stored)).toEqual({ kind: 'opened', content: SOUND })
})

test('what is kept in the store under an old key is resealed there, and until then the old key is said to be needed', async () => {
  await cooee.inRow(OLD_SEALING)
  await maintainSoundStore({ ...cooee.deps, sealing: OLD_SEALING })
  const [before] = await cooee.recordings()
  const changed = { ...cooee.deps, sealing: BOTH_SEALING }
  expect(await otherwiseSealed(changed, 'recordings.sound')).toEqual([OLD_SEALING.keyId])
  await maintainSoundStore(changed)
  expect(await otherwiseSealed(changed, 'recordings.sound')).toEqual([])
  const [after] = await cooee.recordings()
  expect(after?.soundKey).not.toBe(before?.soundKey)
  cooee.clock.advance(HOUR)
  await maintainSoundStore(changed)
  await expectAllMoved()
})

test('a fail-over that loses the resealing of a sound does not lose the sound', async () => {
  const id = await cooee.inRow(OLD_SEALING)
  await maintainSoundStore({ ...cooee.deps, sealing: OLD_SEALING })
  const [before] = await cooee.recordings()
  const both = { ...cooee.deps, sealing: BOTH_SEALING }
  for (let round = 0; round < 2; round++) await maintainSoundStore(both)
  // As the standby that lagged has it.
  const { soundKey = null, sealedWith = null } = before ?? {}
  await cooee.db.updateTable('recordings').set({ soundKey, sealedWith }).where('id', '=', id).execute()
  expect(await readSound(both, id, { first: 0, last: 9 })).toEqual(SOUND.subarray(0, 10))
})

test('a sound under an old key that is missing in the store keeps no other from being resealed', async () => {
  for (let count = 0; count < 2; count++) await cooee.inRow(OLD_SEALING)
  await maintainSoundStore({ ...cooee.deps, sealing: OLD_SEALING })
  const [first, second] = await cooee.recordings()
  cooee.simulator.objects.delete(first?.soundKey ?? '')
  await maintainSoundStore({ ...cooee.deps, sealing: BOTH_SEALING })
  const rows = await cooee.recordings()
  expect(rows.map(({ sealedWith }) => sealedWith)).toEqual([OLD_SEALING.keyId, SEALING.keyId])
  expect(rows[1]?.id).toBe(second?.id)
})
