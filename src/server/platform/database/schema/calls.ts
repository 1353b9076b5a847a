import type { ColumnType, Generated } from 'kysely'
import type { AsksBy, AttemptOutcome, CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import type { Language } from '#core/languages/language.ts'
import type { RecurrencePattern, WeekDay } from '#core/recurrence/recurrence.ts'
import type { CreatedAt } from './created-at.ts'

export interface CallSchedulesTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  callType: CallType
  asksBy: Generated<AsksBy>
  recurrencePattern: Exclude<RecurrencePattern, 'once'>
  timeOfDay: string | null
  weekDay: WeekDay | null
  dayOfMonth: number | null
  endedAt: Date | null
  /** The member who set it. */
  createdBy: number | null
  createdAt: CreatedAt
}

export interface SchedulePatternsTable {
  scheduleId: number
  weekDay: WeekDay
  timeOfDay: string
}

/** An occurrence of a schedule that does not ring at its regular time, by the loved one's wall clock. */
export interface OccurrenceChangesTable {
  id: Generated<number>
  accountId: number
  scheduleId: number
  /** `YYYY-MM-DD` */
  occursOn: string
  timeOfDay: string
  /** The call that rings instead; null: it is skipped. */
  callId: number | null
  createdAt: CreatedAt
}

export interface CallsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  scheduleId: number | null
  extraOfScheduleId: number | null
  callType: CallType
  asksBy: Generated<AsksBy>
  scheduledFor: Date
  status: Generated<CallStatus>
  reason: string | null
  dialAt: Date | null
  dialBy: Date | null
  triesMade: Generated<number>
  notYetCount: Generated<number>
  uncountedTries: Generated<number>
  /** Dials that the provider did not take and of which no row is kept any more. */
  notPlacedTries: Generated<number>
  calledNowAt: Date | null
  lateNotifiedAt: Date | null
  cancelledAt: Date | null
  /** Since when its phone wants none: it is not rung for it. */
  refusedAt: Date | null
  /** When the account holder said that they had reached the person. */
  resolvedAt: Date | null
  /** What they noted with it. */
  resolvedNote: string | null
  resolvedNoteSealedWith: string | null
  /** Occurrences that were skipped to come to this one, the last one last. */
  skippedTimes: Generated<Date[]>
  /** In which it was made; null as long as it is scheduled. */
  zone: string | null
  /** When the last call was promised that this one makes up for; null unless it is a catch-up call. */
  catchUpFor: Date | null
  /** Of a regular call that rings soon: when the call was due that it makes up for, in place of a catch-up call. */
  standsInFor: Date | null
  /** Try it together: rings once, alerts nobody and counts in no plan. */
  isRehearsal: Generated<boolean>
  /** Completed because the person asked for help, which is no answer that all was well. */
  endedByHelp: Generated<boolean>
  startedAt: Date | null
  endedAt: Date | null
  durationSeconds: number | null
  createdAt: CreatedAt
}

/** How a call ended, as far as figures tell it apart, and for which quarter of an hour it was promised. */
interface CountedEnd {
  startsAt: Date
  status: CallStatus
  wasDialled: boolean
  wasCancelled: boolean
  wasResolved: boolean
  isRefused: boolean
}

/** How many calls have ended so, kept or not. `-infinity` stands for every quarter that is too old for the figures of single days. */
export interface CallCountsTable extends CountedEnd {
  calls: number
}

/** What is to be added to `callCounts`: 1 for an end, -1 for one that was corrected. */
export interface CallCountChangesTable extends CountedEnd {
  id: Generated<number>
  calls: number
}

export type DialPurpose = 'care' | 'alert' | 'test' | 'voice'

/** What each dial has, whatever it is for. */
export interface DialColumns {
  id: Generated<number>
  phoneNumber: string
  providerCallId: string | null
  startedAt: Date
  answeredAt: Date | null
  endedAt: Date | null
  durationSeconds: number | null
  keys: Generated<string>
  /** When it is processed next: a queued dial is dialled then, any other is reconciled. */
  nextAt: Date | null
  claimedUntil: Date | null
  /** How often it was reconciled. */
  reconcileCount: Generated<number>
  /** How often that failed in a row. */
  failures: Generated<number>
}

/** Every call that we place. The views `attempts`, `alertCalls`, `testCalls` and `voiceCalls` are the dials of one purpose, with its own columns. */
export interface DialsTable extends DialColumns {
  purpose: Generated<DialPurpose>
  state: Generated<'queued' | 'dialling' | 'unknown' | 'placed' | 'ended' | 'not_placed'>
  answeredBy: 'human' | 'machine' | 'fax' | 'unknown' | null
  providerStatus: string | null
  outcome: string | null
  dialCount: Generated<number>
  /** Of a care call. */
  callId: number | null
  attemptNumber: number | null
  dialBy: Date | null
  requestedAt: Date | null
  response: 'acknowledged' | 'help' | 'not_yet' | null
  conversation: ColumnType<object, string | undefined, string>
  isRecorded: Generated<boolean>
  recordingPollAt: Date | null
  recordingPolls: Generated<number>
  /** Of a care call that asks by text: its message in the outbox. */
  messageId: number | null
  /** When a fail-over was found at which it was under way or due: what became of it before may have been lost. */
  outcomeUnknownSince: Date | null
  /** Of a care call: in which it is held to its end. A trigger sets it, and another refuses to change it. */
  language: Language | null
  /** Of an alert by phone. */
  alertId: number | null
  stepsHeard: Generated<string[]>
  ringCancelledAt: Date | null
  /** Of a test by an admin, and of a call in which a member records their voice. */
  accountId: number | null
  callType: CallType | null
  promptText: string | null
}

export interface AttemptsTable extends DialColumns {
  callId: number
  attemptNumber: number
  state: Generated<'dialling' | 'unknown' | 'placed' | 'ended' | 'not_placed'>
  dialBy: Date
  requestedAt: Date | null
  answeredBy: 'human' | 'machine' | 'fax' | 'unknown' | null
  providerStatus: string | null
  response: 'acknowledged' | 'help' | 'not_yet' | null
  outcome: AttemptOutcome | null
  /** Read and written by the care feature alone, as `ConversationState` of the core. */
  conversation: ColumnType<object, string | undefined, string>
  isRecorded: Generated<boolean>
  recordingPollAt: Date | null
  recordingPolls: Generated<number>
  /** Of a try by text: its message in the outbox. */
  messageId: number | null
  /** When a fail-over was found at which it was under way or due: what became of it before may have been lost. */
  outcomeUnknownSince: Date | null
  /** In which the call is held to its end; null of releases before. A trigger sets it, and another refuses to change it. */
  language: Language | null
}

export interface CallsToCancelTable {
  providerCallId: string
  phoneHash: string
  since: Date
  nextAt: Date
  claimedUntil: Date | null
  failures: Generated<number>
}

export interface NumberDialsTable {
  id: Generated<number>
  phoneHash: string
  dialledAt: Date
  dialId: number | null
  /** `text`: a try by text, whose cost is counted with the messages. */
  purpose: DialPurpose | 'text'
  accountId: number | null
  durationSeconds: number | null
}

export interface TurnsTable {
  id: Generated<number>
  attemptId: number
  step: string
  speaker: 'cooee' | 'person'
  text: string
  at: Date
  sealedWith: string | null
}

export interface AccountDispatchesTable {
  accountId: number
  lastDispatchedAt: Date | null
  alertDispatchedAt: Date | null
  /** Read no more: `dispatch_turns` counts for each queue. Dropped one release later. */
  turnsTaken: Generated<number>
}

export interface DispatchTurnsTable {
  accountId: number
  /** The number of ours that rang. */
  ownNumber: string
  isCatchUp: boolean
  /** In the fair queue of these calls from this number. */
  turnsTaken: number
}

export interface DialPaceTable {
  /** The number of ours whose rate it is. */
  ownNumber: string
  nextAtMs: Generated<number>
  alertNextAtMs: Generated<number>
}

export interface DispatchQueuesTable {
  ownNumber: string
  freshUntil: Date
  callIds: number[]
  /** Of these calls among those of all numbers. */
  places: number[]
  /** How many of the first were dealt with. */
  taken: Generated<number>
  /** Whether more were due than are listed. */
  isCut: boolean
}

export interface DialFenceTable {
  onlyRow: Generated<boolean>
  /** The database's timeline on which the workers dial; null while it is not known. */
  timeline: string | null
  /** When they found another one: the database had failed over. */
  movedAt: Date | null
  /** What was written after it may have been lost then. */
  keptUntil: Date | null
  /** At which share of the rate the workers dialled from `slowedAt` on: the share grows from there. */
  slowedTo: Generated<number>
  slowedAt: Generated<Date>
}

export interface DispatcherHeartbeatsTable {
  onlyRow: Generated<boolean>
  lastHeartbeatAt: Date | null
  runningSince: Date | null
}
