import type { Generated } from 'kysely'

export interface RecordingsTable {
  id: Generated<number>
  attemptId: number
  providerRecordingId: string
  durationSeconds: number
  reportedAt: Date
  expiresAt: Date
  sound: Buffer | null
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
  deleteAt: Date
  tries: Generated<number>
}
