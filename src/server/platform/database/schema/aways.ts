import type { Generated } from 'kysely'
import type { AwayBy, AwayReason } from '#core/away/away-period.ts'
import type { CreatedAt } from './created-at.ts'

/** A time in which a loved one is not rung. */
export interface AwaysTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  /** `YYYY-MM-DD` on their clock: the first day without calls. */
  startsOn: string
  /** The last one. */
  endsOn: string
  startsAt: Date
  endsAt: Date
  /** When the notice before its end is due; null: none is. */
  remindAt: Date | null
  reason: AwayReason
  note: string | null
  noteSealedWith: string | null
  setBy: AwayBy
  /** The member who has set it; null of the person themselves. */
  personId: number | null
  /** When its beginning was reported. */
  begunAt: Date | null
  /** When the members were notified; null where it ended before that. */
  beginNotifiedAt: Date | null
  remindedAt: Date | null
  /** When its end was reported. */
  endedAt: Date | null
  endedEarlyAt: Date | null
  createdAt: CreatedAt
}
