import type { SystemReport } from '#contract/admin/admin.ts'
import { zoneCity } from '#core/time-zones.ts'
import { DaysChart, DaysTable } from './days-chart.tsx'

type TroubleDays = SystemReport['troublesPerDay']

const SERIES = [
  { key: 'providerErrors', colour: 'provider-errors', label: 'Provider errors', one: 'provider error' },
  { key: 'webhookFailures', colour: 'webhook-failures', label: 'Failed webhook tries', one: 'failed webhook try' },
] as const

/** What went wrong in the last 30 days. */
export function TroublesChart({ days, zone }: { days: TroubleDays; zone: string }) {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const names = [...byDay.keys()]
  const countOf = (key: (typeof SERIES)[number]['key']) => (day: string) => byDay.get(day)?.[key] ?? 0
  return (
    <DaysChart
      title="Errors, last 30 days"
      words={
        <div>
          <p>{troublesInWords(days)}</p>
          <p className="small muted">Days in {zoneCity(zone)}.</p>
        </div>
      }
      days={names}
      series={SERIES.map(({ key, colour, label }) => ({ colour, label, countOn: countOf(key) }))}
      legend="Colours of errors"
      table={
        <DaysTable
          label="Errors per day"
          days={names}
          columns={SERIES.map(({ key, label }) => ({ heading: label, cellOn: countOf(key) }))}
        />
      }
    />
  )
}

/** "In 30 days: 3 provider errors, 1 failed webhook try."; what did not happen is left out. */
function troublesInWords(days: TroubleDays): string {
  const happened = SERIES.map(({ key, label, one }) => ({
    count: days.reduce((sum, day) => sum + day[key], 0),
    label: label.toLowerCase(),
    one,
  })).filter(({ count }) => count > 0)
  if (happened.length === 0) return `Nothing went wrong in ${days.length} days.`
  return `In ${days.length} days: ${happened.map(({ count, label, one }) => `${count.toLocaleString('en-AU')} ${count === 1 ? one : label}`).join(', ')}.`
}
