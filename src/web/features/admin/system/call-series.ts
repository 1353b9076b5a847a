import type { CallEndCount, SystemReport } from '#contract/admin/admin.ts'

export type CallDays = SystemReport['callsPerDay']

/** How calls ended, and at the end those that have not. */
export const SERIES = [
  'completed',
  'reached',
  'voicemail',
  'missed',
  'failed',
  'cancelled',
  'not_wanted',
  'away',
  'other',
] as const satisfies readonly (CallEndCount | 'other')[]
export type Series = (typeof SERIES)[number]

export const SERIES_LABELS: Record<Series, string> = {
  completed: 'Completed',
  reached: 'Reached by the account holder',
  voicemail: 'Voicemail',
  missed: 'Missed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  not_wanted: 'Not wanted',
  away: 'Away',
  other: 'Scheduled or in progress',
}

/** One day as the chart and its table show it. */
export interface ChartDay {
  /** YYYY-MM-DD in UTC. */
  day: string
  counts: Record<Series, number>
  total: number
}

/** The days with their calls by how they ended; a call that has not ended counts as "other". */
export function chartDays(days: CallDays): ChartDay[] {
  return days.map(({ day, counts }) => {
    const bySeries = Object.fromEntries(SERIES.map((series) => [series, 0])) as Record<Series, number>
    for (const [status, count] of Object.entries(counts)) {
      bySeries[SERIES.find((series) => series === status) ?? 'other'] += count
    }
    return { day, counts: bySeries, total: Object.values(counts).reduce((sum, count) => sum + count, 0) }
  })
}

/** "40 completed, 2 missed"; what did not happen is left out. */
export function countsInWords(days: readonly ChartDay[]): string {
  return SERIES.map((series) => ({ series, count: days.reduce((sum, { counts }) => sum + counts[series], 0) }))
    .filter(({ count }) => count > 0)
    .map(({ series, count }) => `${count.toLocaleString('en-AU')} ${SERIES_LABELS[series].toLowerCase()}`)
    .join(', ')
}

/** "42 calls in 30 days: 40 completed, 2 missed." */
export function chartInWords(days: readonly ChartDay[]): string {
  const total = days.reduce((sum, day) => sum + day.total, 0)
  const named = countsInWords(days)
  const calls = `${total.toLocaleString('en-AU')} ${total === 1 ? 'call' : 'calls'} in ${days.length} days`
  return named ? `${calls}: ${named}.` : `${calls}.`
}
