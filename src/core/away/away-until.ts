import type { AwayReason } from './away-period.ts'

const DAY = new Intl.DateTimeFormat('en-AU', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "Mon 30 Nov" for a calendar day `YYYY-MM-DD`. Throws RangeError for anything else. */
export function shortDay(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`)).replace(',', '')
}

/** "Away until Mon 30 Nov" while it lasts, "Away from Fri 27 Nov" before. */
export function awayInShort({ from, until, isNow }: { from: string; until: string; isNow: boolean }): string {
  return isNow ? `Away until ${shortDay(until)}` : `Away from ${shortDay(from)}`
}

export const AWAY_REASON_LABELS: Record<AwayReason, string> = {
  holiday: 'On holiday',
  hospital: 'In hospital',
  family: 'With family',
  other: 'Something else',
}
