import type { Generated } from 'kysely'

export interface RecordingsTable {
  id: Generated<number>
  attemptId: number
  providerRecordingId: string
  durationSeconds: number
  reportedAt: Date
  expiresAt: Date
  sound: Buffer | null
  /** Names the object that holds the sound, where that is not in `sound`. */
  soundKey: string | null
  /** How long the sound in the store is, without its envelope. */
  soundBytes: number | null
  contentType: string | null
  fetchAt: Date | null
  fetchTries: Generated<number>
  fetchedAt: Date | null
  deletedAtProviderAt: Date | null
  sealedWith: string | null
}

export interface RecordingDeletionsTable {
  id: Generated<number>
  providerRecordingId: string | null
  providerCallId: string | null
  /** An object of the store: one that is not needed any more, or that is just being put and kept by nobody yet. */
  soundKey: string | null
  deleteAt: Date
  tries: Generated<number>
}
