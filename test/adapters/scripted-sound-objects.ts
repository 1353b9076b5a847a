import type { SoundObjects } from '#server/adapters/sounds/sound-objects.ts'

/** A store of recordings in memory that does as the test says. */
export interface ScriptedSoundObjects extends SoundObjects {
  readonly objects: Map<string, Buffer>
  /** While set, the store cannot be reached. */
  isDown: boolean
}

const DOWN = { kind: 'unavailable', reason: 'down' } as const

/** For tests that are not about the protocol of a real one. */
export function scriptedSoundObjects(): ScriptedSoundObjects {
  const store: ScriptedSoundObjects = {
    objects: new Map(),
    isDown: false,
    async put(key, bytes) {
      if (store.isDown) return DOWN
      store.objects.set(key, bytes)
      return { kind: 'stored' }
    },
    async get(key) {
      if (store.isDown) return DOWN
      const bytes = store.objects.get(key)
      return bytes ? { kind: 'found', bytes } : { kind: 'absent' }
    },
    async delete(key) {
      if (store.isDown) return DOWN
      store.objects.delete(key)
      return { kind: 'deleted' }
    },
  }
  return store
}
