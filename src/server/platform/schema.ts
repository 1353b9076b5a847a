import type { ColumnType, Generated } from 'kysely'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { AttemptOutcome, CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import type { RecurrencePattern, WeekDay } from '#core/recurrence/recurrence.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

export interface AccountsTable {
  id: Generated<number>
  username: string
  email: string
  passwordHash: string
  firstName: string | null
  lastName: string | null
  phoneNumber: string | null
  timezone: Generated<string>
  role: Generated<'account_holder' | 'admin'>
  createdAt: CreatedAt
}

interface SessionsTable {
  tokenHash: Buffer
  accountId: number
  createdAt: CreatedAt
  expiresAt: Date
}

interface PasswordResetsTable {
  tokenHash: Buffer
  accountId: number
  createdAt: CreatedAt
  expiresAt: Date
  usedAt: Date | null
}

interface LoginFailuresTable {
  id: Generated<number>
  address: string
  identifier: string
  failedAt: ColumnType<Date, Date | undefined, never>
}

interface LovedOnesTable {
  id: Generated<number>
  accountId: number
  name: string
  phoneNumber: string
  timezone: string
  relationship: string | null
  notes: string | null
  medicalConditions: string | null
  emergencyContactName: string | null
  emergencyContactPhone: string | null
  recordCalls: Generated<boolean>
  retryAttempts: number | null
  retryDelayMinutes: number | null
  secondPhoneNumber: string | null
  createdAt: CreatedAt
}

interface ContactsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  name: string
  phoneNumber: string
  contactType: 'family' | 'friend' | 'caregiver' | 'emergency'
  isEmergencyContact: Generated<boolean>
  relationship: string | null
  notes: string | null
  position: number
  textsStoppedAt: Date | null
  createdAt: CreatedAt
}

interface CallSchedulesTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  callType: CallType
  recurrencePattern: Exclude<RecurrencePattern, 'once'>
  timeOfDay: string | null
  weekDay: WeekDay | null
  dayOfMonth: number | null
  endedAt: Date | null
  createdAt: CreatedAt
}

interface SchedulePatternsTable {
  scheduleId: number
  weekDay: WeekDay
  timeOfDay: string
}

interface CallsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  scheduleId: number | null
  extraOfScheduleId: number | null
  callType: CallType
  scheduledFor: Date
  status: Generated<CallStatus>
  reason: string | null
  dialAt: Date | null
  dialBy: Date | null
  attemptsMade: Generated<number>
  notYetCount: Generated<number>
  calledNowAt: Date | null
  lateToldAt: Date | null
  cancelledAt: Date | null
  startedAt: Date | null
  endedAt: Date | null
  durationSeconds: number | null
  createdAt: CreatedAt
}

export interface AttemptsTable {
  id: Generated<number>
  callId: number
  attemptNumber: number
  phoneNumber: string
  state: Generated<'dialling' | 'unknown' | 'placed' | 'ended' | 'not_placed'>
  providerCallId: string | null
  startedAt: Date
  dialBy: Date
  askedAt: Date | null
  answeredAt: Date | null
  endedAt: Date | null
  answeredBy: 'human' | 'machine' | 'fax' | 'unknown' | null
  providerStatus: string | null
  durationSeconds: number | null
  response: 'acknowledged' | 'help' | 'not_yet' | null
  keys: Generated<string>
  outcome: AttemptOutcome | null
  settleAt: Date | null
  settleTries: Generated<number>
  isRecorded: Generated<boolean>
  recordingLookAt: Date | null
  recordingLooks: Generated<number>
}

interface RecordingsTable {
  id: Generated<number>
  attemptId: number
  providerRecordingId: string
  durationSeconds: number
  toldAt: Date
  expiresAt: Date
  sound: Buffer | null
  contentType: string | null
  fetchAt: Date | null
  fetchTries: Generated<number>
  fetchedAt: Date | null
  deletedAtProviderAt: Date | null
}

export interface RecordingDeletionsTable {
  id: Generated<number>
  providerRecordingId: string | null
  providerCallId: string | null
  deleteAt: Date
  tries: Generated<number>
}

interface TurnsTable {
  id: Generated<number>
  attemptId: number
  step: string
  speaker: 'cooee' | 'person'
  text: string
  at: Date
}

interface DeparturesTable {
  accountId: number
  lastLeftAt: Date
}

interface DialPaceTable {
  onlyRow: Generated<boolean>
  nextAtMs: number
}

interface DispatcherLooksTable {
  onlyRow: Generated<boolean>
  lastLookAt: Date | null
  runningSince: Date | null
}

interface ActivityTable {
  id: Generated<number>
  accountId: number
  activityType: string
  description: string
  details: string | null
  lovedOneId: number | null
  callId: number | null
  createdAt: CreatedAt
}

export interface MessagesTable {
  id: Generated<number>
  accountId: number | null
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  text: string
  dedupeKey: string | null
  createdAt: CreatedAt
  sentAt: Date | null
  failedAt: Date | null
  error: string | null
  providerId: string | null
  isSecret: Generated<boolean>
  tries: Generated<number>
  deliverAt: Generated<Date>
  claimedUntil: Date | null
  delivery: 'delivered' | 'failed' | null
  deliveredAt: Date | null
}

export interface IncidentsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  callId: number | null
  cause: 'not_reached' | 'help'
  headline: string
  detail: string | null
  status: Generated<'running' | 'owned' | 'resolved' | 'unresolved'>
  round: Generated<number>
  nextStepAt: Date | null
  ownerId: number | null
  intent: 'calling' | 'going' | null
  etaMinutes: number | null
  ownedAt: Date | null
  openedAt: Date
  endedAt: Date | null
  endedHow: string | null
}

export interface IncidentPeopleTable {
  id: Generated<number>
  incidentId: number
  position: number
  role: 'account_holder' | 'contact'
  name: string
  phoneNumber: string | null
  email: string | null
  declinedAt: Date | null
}

export interface AlertsTable {
  id: Generated<number>
  incidentId: number
  personId: number
  purpose: 'alert' | 'taken' | 'given_back' | 'nobody_reached' | 'unresolved' | 'all_clear'
  round: number
  channel: 'email' | 'sms' | 'call'
  messageId: number | null
  createdAt: Date
  answer: 'took' | 'declined' | 'ok' | null
  answeredAt: Date | null
}

export interface AlertCallsTable {
  alertId: number
  phoneNumber: string
  state: Generated<'owed' | 'dialling' | 'unknown' | 'placed' | 'ended'>
  providerCallId: string | null
  startedAt: Date
  answeredAt: Date | null
  endedAt: Date | null
  keys: Generated<string>
  outcome:
    | 'took'
    | 'declined'
    | 'ok'
    | 'no_answer'
    | 'busy'
    | 'no_response'
    | 'refused'
    | 'failed'
    | 'not_needed'
    | null
  dials: Generated<number>
  settleAt: Date | null
  settleTries: Generated<number>
  stepsHeard: Generated<string[]>
  hushedAt: Date | null
}

interface InboundCallsTable {
  providerCallId: string
  phoneNumber: string | null
  receivedAt: Date
  checkedIn: Generated<number[]>
  incidentId: number | null
  personId: number | null
  keys: Generated<string>
  replies: ColumnType<Record<string, ScriptPart[]>, string | undefined, string>
}

interface InboundTextsTable {
  providerMessageId: string
  accountId: number | null
  lovedOneId: number | null
  phoneNumber: string | null
  text: string
  reply: string | null
  receivedAt: Date
}

interface EventsTable {
  id: Generated<number>
  event: string
  accountId: number | null
  data: ColumnType<unknown, string, never>
  createdAt: CreatedAt
}

interface SigningKeysTable {
  name: string
  secret: Buffer
  createdAt: CreatedAt
}

interface QuotaUsesTable {
  quota: string
  subject: string
  windowStartedAt: Date
  used: number
}

interface KnownAddressesTable {
  accountId: number
  address: string
  lastUsedAt: Date
}

export interface CreationKeysTable {
  accountId: number
  key: string
  requestHash: Buffer
  createdId: number | null
  createdAt: Date
}

/** The tables as TypeScript sees them: camelCase here, snake_case in SQL. The constraints are in `migrations/`. */
export interface Database {
  accounts: AccountsTable
  sessions: SessionsTable
  passwordResets: PasswordResetsTable
  loginFailures: LoginFailuresTable
  lovedOnes: LovedOnesTable
  contacts: ContactsTable
  callSchedules: CallSchedulesTable
  schedulePatterns: SchedulePatternsTable
  calls: CallsTable
  attempts: AttemptsTable
  turns: TurnsTable
  recordings: RecordingsTable
  recordingDeletions: RecordingDeletionsTable
  departures: DeparturesTable
  dialPace: DialPaceTable
  dispatcherLooks: DispatcherLooksTable
  activity: ActivityTable
  messages: MessagesTable
  incidents: IncidentsTable
  incidentPeople: IncidentPeopleTable
  alerts: AlertsTable
  alertCalls: AlertCallsTable
  inboundCalls: InboundCallsTable
  inboundTexts: InboundTextsTable
  events: EventsTable
  signingKeys: SigningKeysTable
  quotaUses: QuotaUsesTable
  knownAddresses: KnownAddressesTable
  creationKeys: CreationKeysTable
}
