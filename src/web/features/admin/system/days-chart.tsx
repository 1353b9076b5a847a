import type { ReactNode } from 'react'
import { formatDate } from '#core/format/dates.ts'
import { Panel } from '#web/ui/card.tsx'

/** One kind of thing that is counted; its colour is named in the style sheet. */
export interface ChartSeries {
  colour: string
  label: string
  countOn(day: string): number
}

export const dayInWords = (day: string): string => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')

/** What happened on each of some days, oldest first, in words, as a table and, for the eye alone, as stacked bars. */
export function DaysChart({
  title,
  words,
  days,
  series,
  legend,
  table,
}: {
  title: string
  words: ReactNode
  days: readonly string[]
  series: readonly ChartSeries[]
  /** The name of the list of colours. */
  legend: string
  table: ReactNode
}) {
  const shown = series.filter(({ countOn }) => days.some((day) => countOn(day) > 0))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Panel title={title}>
      <div className="card__body grid gap-4 pt-2 md:pt-2">
        {words}
        {shown.length > 0 && first && last && (
          <>
            <Bars days={days} series={shown} />
            <p className="small muted flex justify-between" aria-hidden="true">
              <span>{dayInWords(first)}</span>
              <span>{dayInWords(last)}</span>
            </p>
            <ul className="chart__legend" aria-label={legend}>
              {shown.map(({ colour, label }) => (
                <li key={colour}>
                  <span className="chart__key" data-series={colour} aria-hidden="true" />
                  {label}
                </li>
              ))}
            </ul>
            <details className="disclosure">
              <summary>Show as a table</summary>
              {table}
            </details>
          </>
        )}
      </div>
    </Panel>
  )
}

function Bars({ days, series }: { days: readonly string[]; series: readonly ChartSeries[] }) {
  const totalOn = (day: string) => series.reduce((sum, { countOn }) => sum + countOn(day), 0)
  const highest = Math.max(1, ...days.map(totalOn))
  return (
    <div className="chart" aria-hidden="true">
      <span className="chart__scale num">{highest.toLocaleString('en-AU')}</span>
      {days.map((day) => (
        <div key={day} className="chart__day" title={`${dayInWords(day)}: ${totalOn(day).toLocaleString('en-AU')}`}>
          {series
            .filter(({ countOn }) => countOn(day) > 0)
            .map(({ colour, countOn }) => (
              <div
                key={colour}
                className="chart__part"
                data-series={colour}
                style={{ height: `${(countOn(day) / highest) * 100}%` }}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

/** The same days as a table, newest first. */
export function DaysTable({
  label,
  days,
  columns,
}: {
  label: string
  days: readonly string[]
  columns: readonly { heading: string; cellOn(day: string): ReactNode }[]
}) {
  return (
    <table className="plain-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {columns.map(({ heading }) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map((day) => (
          <tr key={day}>
            <th scope="row">{dayInWords(day)}</th>
            {columns.map(({ heading, cellOn }) => (
              <td key={heading}>{cellOn(day)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
