import type { SystemReport } from '#contract/admin.ts'
import { formatDate } from '#core/format/dates.ts'
import { Panel } from '#web/ui/card.tsx'

type TroubleDays = SystemReport['troublesPerDay']

const SERIES = [
  { key: 'providerErrors', colour: 'provider-errors', label: 'Provider errors', one: 'provider error' },
  { key: 'webhookFailures', colour: 'webhook-failures', label: 'Failed webhook tries', one: 'failed webhook try' },
] as const

const dayInWords = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')

/** What went wrong in the last 30 days: as bars, summed up in words, and as a table. */
export function TroublesChart({ days }: { days: TroubleDays }) {
  const shown = SERIES.filter(({ key }) => days.some((day) => day[key] > 0))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Panel title="Errors, last 30 days">
      <div className="card__body grid gap-4 pt-2 md:pt-2">
        <p>{troublesInWords(days)}</p>
        {shown.length > 0 && first && last && (
          <>
            <Bars days={days} />
            <p className="small muted flex justify-between" aria-hidden="true">
              <span>{dayInWords(first.day)}</span>
              <span>{dayInWords(last.day)}</span>
            </p>
            <ul className="chart__legend" aria-label="Colours of errors">
              {shown.map(({ key, colour, label }) => (
                <li key={key}>
                  <span className="chart__key" data-series={colour} aria-hidden="true" />
                  {label}
                </li>
              ))}
            </ul>
            <details className="disclosure">
              <summary>Show as a table</summary>
              <TroublesTable days={days} />
            </details>
          </>
        )}
      </div>
    </Panel>
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
  return `In ${days.length} days: ${happened.map(({ count, label, one }) => `${count} ${count === 1 ? one : label}`).join(', ')}.`
}

/** The sentence above and the table below say the same. */
function Bars({ days }: { days: TroubleDays }) {
  const totalOf = (day: TroubleDays[number]) => day.providerErrors + day.webhookFailures
  const highest = Math.max(1, ...days.map(totalOf))
  return (
    <div className="chart" aria-hidden="true">
      {days.map((day) => (
        <div key={day.day} className="chart__day" title={`${dayInWords(day.day)}: ${totalOf(day)}`}>
          {SERIES.filter(({ key }) => day[key] > 0).map(({ key, colour }) => (
            <div
              key={key}
              className="chart__part"
              data-series={colour}
              style={{ height: `${(day[key] / highest) * 100}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function TroublesTable({ days }: { days: TroubleDays }) {
  return (
    <table className="plain-table" aria-label="Errors per day, in UTC">
      <thead>
        <tr>
          <th scope="col">Day</th>
          {SERIES.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayInWords(day.day)}</th>
            {SERIES.map(({ key }) => (
              <td key={key}>{day[key]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
