import type {
  AccessTokensTable,
  AccountsTable,
  CreationKeysTable,
  EmailVerificationsTable,
  InvitationsTable,
  KnownAddressesTable,
  KnownDevicesTable,
  LoginFailuresTable,
  MembersTable,
  OwnersView,
  PasskeyChallengesTable,
  PasskeysTable,
  PasswordResetsTable,
  PeopleTable,
  PhoneCodesTable,
  ProfileChangesTable,
  QuotaUsesTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SessionsTable,
} from './schema/accounts.ts'
import type { ActivityTable, EventsTable } from './schema/activity.ts'
import type { AuditLogTable, TestCallsTable } from './schema/admin.ts'
import type { AwaysTable } from './schema/aways.ts'
import type {
  PaidInvoicesTable,
  PaymentEventsTable,
  PlanNoticesTable,
  RemovedCallCountsTable,
  RemovedCallsTable,
  SubscriptionsTable,
} from './schema/billing.ts'
import type {
  AccountDispatchesTable,
  AttemptsTable,
  CallCountChangesTable,
  CallCountsTable,
  CallSchedulesTable,
  CallsTable,
  CallsToCancelTable,
  DialFenceTable,
  DialPaceTable,
  DialsTable,
  DispatcherHeartbeatsTable,
  DispatchQueuesTable,
  DispatchTurnsTable,
  NumberDialsTable,
  OccurrenceChangesTable,
  SchedulePatternsTable,
  TurnsTable,
} from './schema/calls.ts'
import type { ConsentsTable } from './schema/consents.ts'
import type { HotDayOffersTable, TownForecastsTable } from './schema/hot-days.ts'
import type {
  AlertCallsTable,
  AlertsTable,
  IncidentCausesTable,
  IncidentPeopleTable,
  IncidentsTable,
  RemovedAlertsTable,
  SigningKeysTable,
} from './schema/incidents.ts'
import type { LanguageReviewsTable } from './schema/languages.ts'
import type { ContactsTable, LovedOnesTable } from './schema/loved-ones.ts'
import type { InboundCallsTable, InboundTextPollsTable, InboundTextsTable, MessagesTable } from './schema/messages.ts'
import type { CalendarFeedsTable, NotificationSettingsTable, PushDevicesTable } from './schema/notifications.ts'
import type { RecordingDeletionsTable, RecordingsTable } from './schema/recordings.ts'
import type { PhoneRefusalsTable, StopCodesTable } from './schema/refusals.ts'
import type {
  TalkNotesTable,
  TalkSummariesTable,
  TalkSwitchTable,
  TalksTable,
  TalkTopicsTable,
  TalkUsesTable,
} from './schema/talks.ts'
import type { VoiceCallsTable, VoicePlaysTable, VoiceRecordingsTable, VoiceRequestsTable } from './schema/voices.ts'
import type { WebhookDeliveriesTable, WebhooksTable, WebhookTriesTable } from './schema/webhooks.ts'

export type {
  AccessTokensTable,
  AccountsTable,
  CreationKeysTable,
  MembersTable,
  OwnersView,
  PasskeysTable,
  PeopleTable,
} from './schema/accounts.ts'
export type { EventsTable } from './schema/activity.ts'
export type { TestCallsTable } from './schema/admin.ts'
export type { SubscriptionsTable } from './schema/billing.ts'
export type { AttemptsTable, DialPurpose } from './schema/calls.ts'
export type {
  AlertCallsTable,
  AlertsTable,
  IncidentCausesTable,
  IncidentPeopleTable,
  IncidentsTable,
} from './schema/incidents.ts'
export type { MessagesTable } from './schema/messages.ts'
export type { CalendarFeedsTable, NotificationSettingsTable } from './schema/notifications.ts'
export type { RecordingDeletionsTable } from './schema/recordings.ts'
export type { WebhooksTable, WebhookTriesTable } from './schema/webhooks.ts'

/** The tables as TypeScript sees them: camelCase here, snake_case in SQL. The constraints are in `migrations/`. */
export interface Database {
  accounts: AccountsTable
  people: PeopleTable
  members: MembersTable
  invitations: InvitationsTable
  owners: OwnersView
  sessions: SessionsTable
  accessTokens: AccessTokensTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  passwordResets: PasswordResetsTable
  phoneCodes: PhoneCodesTable
  profileChanges: ProfileChangesTable
  emailVerifications: EmailVerificationsTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  loginFailures: LoginFailuresTable
  lovedOnes: LovedOnesTable
  contacts: ContactsTable
  consents: ConsentsTable
  aways: AwaysTable
  townForecasts: TownForecastsTable
  hotDayOffers: HotDayOffersTable
  callSchedules: CallSchedulesTable
  schedulePatterns: SchedulePatternsTable
  occurrenceChanges: OccurrenceChangesTable
  calls: CallsTable
  callCounts: CallCountsTable
  callCountChanges: CallCountChangesTable
  attempts: AttemptsTable
  dials: DialsTable
  turns: TurnsTable
  recordings: RecordingsTable
  talks: TalksTable
  talkNotes: TalkNotesTable
  talkSummaries: TalkSummariesTable
  talkTopics: TalkTopicsTable
  languageReviews: LanguageReviewsTable
  talkSwitch: TalkSwitchTable
  talkUses: TalkUsesTable
  voiceRecordings: VoiceRecordingsTable
  voicePlays: VoicePlaysTable
  voiceCalls: VoiceCallsTable
  voiceRequests: VoiceRequestsTable
  recordingDeletions: RecordingDeletionsTable
  callsToCancel: CallsToCancelTable
  numberDials: NumberDialsTable
  accountDispatches: AccountDispatchesTable
  dispatchTurns: DispatchTurnsTable
  dialFence: DialFenceTable
  dialPace: DialPaceTable
  dispatchQueues: DispatchQueuesTable
  dispatcherHeartbeats: DispatcherHeartbeatsTable
  activity: ActivityTable
  messages: MessagesTable
  notificationSettings: NotificationSettingsTable
  calendarFeeds: CalendarFeedsTable
  pushDevices: PushDevicesTable
  incidents: IncidentsTable
  incidentCauses: IncidentCausesTable
  incidentPeople: IncidentPeopleTable
  alerts: AlertsTable
  alertCalls: AlertCallsTable
  removedAlerts: RemovedAlertsTable
  inboundCalls: InboundCallsTable
  inboundTexts: InboundTextsTable
  inboundTextPolls: InboundTextPollsTable
  phoneRefusals: PhoneRefusalsTable
  stopCodes: StopCodesTable
  events: EventsTable
  signingKeys: SigningKeysTable
  webhooks: WebhooksTable
  webhookDeliveries: WebhookDeliveriesTable
  webhookTries: WebhookTriesTable
  auditLog: AuditLogTable
  testCalls: TestCallsTable
  subscriptions: SubscriptionsTable
  paymentEvents: PaymentEventsTable
  paidInvoices: PaidInvoicesTable
  planNotices: PlanNoticesTable
  removedCalls: RemovedCallsTable
  removedCallCounts: RemovedCallCountsTable
  quotaUses: QuotaUsesTable
  knownAddresses: KnownAddressesTable
  knownDevices: KnownDevicesTable
  creationKeys: CreationKeysTable
}
