import type { SoundObjects } from '#server/adapters/sounds/sound-objects.ts'
import { ENVELOPE_BYTES } from '#server/platform/sealing/envelope.ts'
import type { RecordingsDeps } from '../deps.ts'
import { cancelPlannedDeletion, keepReplaced, putWithPlannedDeletion } from './noted-object.ts'

interface MovedSound {
  id: number
  sound: Buffer | null
  soundKey: string | null
  sealedWith: string | null
}

/** What is moved: what is stored in rows, or what is kept in the store under one old key, which is resealed. */
type Moved = { from: 'rows' } | { from: 'store'; keyId: string }

/**
 * Moves sounds from their rows into the store, and reseals what is stored there under an old key. One sound at a
 * time: put first, then its key is written and the row's copy deleted by one statement. It may end anywhere and
 * run twice: what was put for nothing is deleted an hour later. Throws as soon as the store does not answer.
 */
export async function moveSounds(deps: RecordingsDeps, store: SoundObjects, isStopped: () => boolean): Promise<void> {
  const { keyId, oldKeyIds } = deps.sealing
  if (keyId === null) return
  const all: Moved[] = [{ from: 'rows' }, ...oldKeyIds.map((oldKeyId) => ({ from: 'store', keyId: oldKeyId }) as const)]
  for (const moved of all) {
    for (let after = 0; !isStopped(); ) {
      const next = await nextSound(deps, moved, after)
      if (!next) break
      after = next.id
      const sealed = await sealedForStore(deps, store, next)
      if (sealed) await moveSound(deps, store, next, sealed)
    }
  }
}

function nextSound({ db }: RecordingsDeps, moved: Moved, after: number): Promise<MovedSound | undefined> {
  return db
    .selectFrom('recordings')
    .select(['id', 'sound', 'soundKey', 'sealedWith'])
    .where((eb) =>
      moved.from === 'rows'
        ? eb('sound', 'is not', null)
        : eb.and([eb('soundKey', 'is not', null), eb('sealedWith', '=', moved.keyId)]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

interface Sealed {
  value: Buffer
  sealedWith: string
}

/** As it goes into the store; null when it stays where it is. What cannot be opened is sealed all the same: a row's goes as it is. */
async function sealedForStore(deps: RecordingsDeps, store: SoundObjects, moved: MovedSound): Promise<Sealed | null> {
  const { id, sealedWith } = moved
  const stored = moved.sound ?? (await fromStore(deps, store, moved))
  if (!stored) return null
  const asItIs = sealedWith === null || moved.sound === null ? null : { value: stored, sealedWith }
  if (asItIs?.sealedWith === deps.sealing.keyId) return asItIs
  const opened = deps.sealing.openBytes('recordings.sound', { id }, { value: stored, sealedWith })
  if (opened.kind === 'unreadable') return asItIs
  const { value, sealedWith: keyId } = deps.sealing.sealBytes('recordings.sound', { id }, opened.content)
  return keyId === null ? null : { value, sealedWith: keyId }
}

async function fromStore(deps: RecordingsDeps, store: SoundObjects, { id, soundKey }: MovedSound) {
  if (soundKey === null) return null
  const answer = await store.get(soundKey)
  if (answer.kind === 'found') return answer.bytes
  if (answer.kind === 'unavailable') throw new Error(`The store of recordings gives no sound: ${answer.reason}`)
  deps.log.error({ recordingId: id, soundKey }, 'Recording not resealed: the store has no such object')
  return null
}

async function moveSound(deps: RecordingsDeps, store: SoundObjects, moved: MovedSound, sealed: Sealed): Promise<void> {
  const put = await putWithPlannedDeletion(deps, store, moved.id, sealed.value)
  if (put.kind === 'unavailable') throw new Error(`The store of recordings takes no sound: ${put.reason}`)
  const { soundKey } = put
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('recordings')
      .set({
        ...{ sound: null, soundKey, sealedWith: sealed.sealedWith },
        soundBytes: sealed.value.length - ENVELOPE_BYTES,
      })
      .where('id', '=', moved.id)
      // Still what was read: nobody has moved, deleted or resealed it meanwhile. A trigger has the old object deleted.
      .where('fetchedAt', 'is not', null)
      .where('soundKey', 'is not distinct from', moved.soundKey)
      .where('sealedWith', 'is not distinct from', moved.sealedWith)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await cancelPlannedDeletion(trx, soundKey)
    if (moved.soundKey !== null) await keepReplaced(deps, trx, moved.soundKey)
  })
}
