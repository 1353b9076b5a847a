import type { Generated } from 'kysely'
import type { TextPurpose } from '#core/escalation/texts/text-budget.ts'
import type { DialColumns } from './calls.ts'
import type { CreatedAt } from './created-at.ts'

export interface IncidentsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  /** The call of the cause that decides who is notified; null when that cause is not a call. */
  callId: number | null
  cause: CauseColumn
  headline: string
  detail: string | null
  status: Generated<'running' | 'owned' | 'resolved' | 'unresolved'>
  round: Generated<number>
  /** When its next step is due; null once it has ended. */
  nextAt: Date | null
  claimedUntil: Date | null
  /** How often the present step has failed. */
  failures: Generated<number>
  ownerId: number | null
  intent: 'calling' | 'going' | null
  etaMinutes: number | null
  ownedAt: Date | null
  openedAt: Date
  endedAt: Date | null
  endedHow: string | null
  withdrawnAt: Date | null
  escalationStartedAt: Generated<Date>
  roundStartsAt: Generated<Date>
  pauses: Generated<number>
  /** Contacts are not notified before. */
  contactsFrom: Date | null
  /** When its owner's time, or the wait for its catch-up call, was extended, because Cooee had not been running. */
  deadlineExtendedAt: Date | null
}

type CauseColumn = 'not_made' | 'not_reached' | 'unclear' | 'uncertain_help' | 'help'

/** What an incident is about: a call that did not end well, or a help request. */
export interface IncidentCausesTable {
  id: Generated<number>
  incidentId: number
  callId: number | null
  cause: CauseColumn
  form: 'missed' | 'no_clear_answer' | 'not_yet' | 'failed' | 'end_unknown' | null
  headline: string
  detail: string | null
  heard: string | null
  heardSealedWith: string | null
  /** Raised by words on the phone and by nothing else: only such a cause can turn out to be a machine's. */
  isByWords: Generated<boolean>
  scheduledFor: Date | null
  happenedAt: Date
  /** When help was asked for once more, without a cause of its own. */
  askedAgainAt: Date | null
  endedAt: Date | null
  withdrawnAt: Date | null
}

export interface IncidentPeopleTable {
  id: Generated<number>
  incidentId: number
  position: number
  role: 'member' | 'contact'
  /** The person (`people.id`) of a member; null of a contact, and once the person was deleted. */
  personId: number | null
  name: string
  phoneNumber: string | null
  email: string | null
  declinedAt: Date | null
  /** When they last read or heard all that the incident is about, on its page or in a call. */
  informedAt: Date | null
}

export interface AlertsTable {
  id: Generated<number>
  incidentId: number
  incidentPersonId: number
  purpose: TextPurpose
  round: number
  /** Since when it no longer counts: the incident is about something else, or the alert was not placed and is queued again. */
  supersededAt: Date | null
  channel: 'email' | 'sms' | 'call'
  messageId: number | null
  /** Where no message says so: of a text that was suppressed, or whose message was deleted. */
  messageResult: 'suppressed' | 'delivered' | 'not_delivered' | 'not_needed' | null
  createdAt: Date
  answer: 'took' | 'declined' | 'ok' | null
  answeredAt: Date | null
}

export interface AlertCallsTable extends DialColumns {
  purpose: Generated<'alert'>
  alertId: number
  state: Generated<'queued' | 'dialling' | 'unknown' | 'placed' | 'ended'>
  outcome:
    | 'took'
    | 'declined'
    | 'ok'
    | 'no_answer'
    | 'busy'
    | 'no_response'
    | 'rejected'
    | 'failed'
    | 'not_needed'
    | 'limit'
    | null
  dialCount: Generated<number>
  stepsHeard: Generated<string[]>
  ringCancelledAt: Date | null
}

export interface RemovedAlertsTable {
  /** Null where the account is gone as well. */
  accountId: number | null
  phoneNumber: string
  removedAt: Date
}

export interface SigningKeysTable {
  name: string
  secret: Buffer
  createdAt: CreatedAt
  sealedWith: string | null
}
