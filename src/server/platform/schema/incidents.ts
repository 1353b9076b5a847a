import type { Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export interface IncidentsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  callId: number | null
  cause: 'not_reached' | 'help' | 'uncertain_help' | 'unclear'
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
  heard: string | null
  heardSealedWith: string | null
  /** Raised by words on the phone and by nothing else: only such an alarm can turn out to be a machine's. */
  isByWords: Generated<boolean>
  withdrawnAt: Date | null
  absorbedBy: number | null
  begunAt: Generated<Date>
  roundAt: Generated<Date>
  pauses: Generated<number>
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
  purpose: 'alert' | 'taken' | 'given_back' | 'nobody_reached' | 'unresolved' | 'all_clear' | 'withdrawn' | 'rang'
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
  hushAgainAt: Date | null
}

export interface RemovedAlertsTable {
  accountId: number
  phoneNumber: string
  removedAt: Date
}

export interface SigningKeysTable {
  name: string
  secret: Buffer
  createdAt: CreatedAt
  sealedWith: string | null
}
