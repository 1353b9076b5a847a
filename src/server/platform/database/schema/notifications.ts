import type { Generated } from 'kysely'
import type { SummaryFrequency } from '#core/notifications/settings.ts'
import type { CreatedAt } from './created-at.ts'

/** A member's calendar, whose address opens it without a login. */
export interface CalendarFeedsTable {
  accountId: number
  personId: number
  tokenHash: Buffer
  showsNames: Generated<boolean>
  /** Of its present address. */
  createdAt: Generated<Date>
}

export interface NotificationSettingsTable {
  accountId: number
  personId: number
  missedCallsEmail: boolean
  missedCallsSms: boolean
  incidentsEmail: boolean
  incidentsSms: boolean
  lateCallsEmail: boolean
  lateCallsSms: boolean
  answeredCallsEmail: boolean
  answeredCallsSms: boolean
  billingEmail: boolean
  billingSms: boolean
  notifyAtFirstTry: Generated<boolean>
  ringMeFirst: Generated<boolean>
  summaryFrequency: SummaryFrequency
  summaryHour: number
  summarySince: Date | null
  /** `YYYY-MM-DD` */
  summaryNotifiedOn: string | null
  weeklyLetter: Generated<boolean>
  letterSince: Date | null
  /** `YYYY-MM-DD` */
  letterNotifiedOn: string | null
}

/** A browser that is notified by push. */
export interface PushDevicesTable {
  id: Generated<number>
  personId: number
  /** Sealed JSON: endpoint, p256dh, auth. */
  subscription: string
  sealedWith: string | null
  endpointHash: string
  /** "Chrome on Android" */
  device: string
  deviceHash: Buffer | null
  createdAt: CreatedAt
  lastSentAt: Date | null
  /** When its push service first said that the address is gone; null while it is pushed to. */
  goneAt: Date | null
}
