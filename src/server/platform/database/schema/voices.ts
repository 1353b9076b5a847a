import type { Generated } from 'kysely'
import type { DialColumns } from './calls.ts'

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

/** What a call to a member's own phone is to record. */
export interface VoiceRequestsTable {
  dialId: number
  accountId: number
  personId: number
  scheduleId: number
  part: 'greeting' | 'question'
  requestedAt: Date
  /** The provider's ids of what was recorded in it and fetched. */
  fetchedIds: Generated<string[]>
  /** What was fetched last; null before, and once it was deleted. */
  recordingId: number | null
  usedAt: Date | null
}

/** A view: the dials to members who record their voice. */
export interface VoiceCallsTable extends DialColumns {
  purpose: Generated<'voice'>
  accountId: number | null
  state: Generated<'dialling' | 'unknown' | 'placed' | 'ended' | 'not_placed'>
  providerStatus: string | null
}
