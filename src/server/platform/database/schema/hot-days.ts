import type { Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** The last good forecast of a town and day. */
export interface TownForecastsTable {
  /** Its id in `core/hot-days/towns.ts`. */
  town: string
  /** `YYYY-MM-DD`, on the town's own calendar. */
  day: string
  /** The highest temperature, in whole degrees Celsius. */
  degrees: number
  fetchedAt: Date
  /** By the sandbox. */
  isMadeUp: Generated<boolean>
}

/**
 * `withdrawn`: the day is no longer going to be so hot, or the person cannot be rung on it. `expired`: nobody decided before it was
 * over.
 */
export type HotDayOfferState = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'expired'

/** One more call that is offered for a very hot day, once for a loved one and day. */
export interface HotDayOffersTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  town: string
  /** `YYYY-MM-DD`, on the loved one's calendar. */
  day: string
  degrees: number
  state: Generated<HotDayOfferState>
  /** The call that was scheduled by accepting it. */
  callId: number | null
  /** Who has decided. */
  personId: number | null
  decidedAt: Date | null
  createdAt: CreatedAt
  /** Its forecast was made up by the sandbox. */
  isMadeUp: Generated<boolean>
}
