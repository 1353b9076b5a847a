import type { AsksBy } from '../calls/call-vocabulary.ts'
import { toWallClock } from '../recurrence/wall-clock.ts'
import { unaskedAtNightReason, unaskedTooOftenReason } from './consent-texts.ts'

/** Rings and texts in a day to somebody who has not agreed yet. */
const MAX_DIALS_UNASKED = 3
const UNASKED_FROM = '08:00'
const UNASKED_UNTIL = '21:00'

interface Unasked {
  name: string
  /** Their own zone. */
  timezone: string
  asksBy: AsksBy
  /** Of the last 24 hours, by this account, to each of their phones. */
  dials: readonly number[]
}

/** Why somebody who has not agreed yet is not rung or texted now, as a sentence; null: they may be. */
export function whyNotUnasked({ name, timezone, asksBy, dials }: Unasked, now: Date): string | null {
  const { timeOfDay } = toWallClock(now, timezone)
  if (timeOfDay < UNASKED_FROM || timeOfDay >= UNASKED_UNTIL) return unaskedAtNightReason(name, asksBy)
  // The person is disturbed three times, on whichever of their phones.
  const made = dials.reduce((sum, many) => sum + many, 0)
  return made >= MAX_DIALS_UNASKED ? unaskedTooOftenReason(name, asksBy) : null
}
