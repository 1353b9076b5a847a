import type { Generated } from 'kysely'

export interface VoiceRecordingsTable {
  id: Generated<number>
  accountId: number
  scheduleId: number
  /** The member whose voice it is. */
  personId: number
  part: 'greeting' | 'question'
  source: 'page' | 'phone'
  durationMs: number
  madeAt: Date
  /** Null until its maker has played it: only then it may be used. */
  heardAt: Date | null
  /** Null for one that no call plays yet. */
  usedAt: Date | null
  sound: Buffer
  sealedWith: string | null
}

export interface VoicePlaysTable {
  dialId: number
  recordingId: number
  chosenAt: Date
  /** When a script has named it to the provider first. */
  namedAt: Date | null
  /** When the provider has fetched it first. */
  fetchedAt: Date | null
}
