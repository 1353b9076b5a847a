import { formatDate } from '#core/format/dates.ts'
import { Panel } from '#web/ui/card.tsx'
import {
  type CallDays,
  type ChartDay,
  chartDays,
  chartInWords,
  countsInWords,
  SERIES,
  SERIES_LABELS,
} from './call-series.ts'

const dayInWords = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')

/** The calls of the last 30 days by how they ended: as bars, summed up in words, and as a table. */
export function CallsChart({ days }: { days: CallDays }) {
  const chart = chartDays(days)
  const shown = SERIES.filter((series) => chart.some(({ counts }) => counts[series] > 0))
  const [first, last] = [chart[0], chart.at(-1)]
  return (
    <Panel title="Calls, last 30 days">
      <div className="card__body grid gap-4 pt-2 md:pt-2">
        <div>
          <p>{chartInWords(chart)}</p>
          <p className="small muted">Days in UTC.</p>
        </div>
        {shown.length > 0 && first && last && (
          <>
            <Bars chart={chart} />
            <p className="small muted flex justify-between" aria-hidden="true">
              <span>{dayInWords(first.day)}</span>
              <span>{dayInWords(last.day)}</span>
            </p>
            <ul className="chart__legend" aria-label="Colours">
              {shown.map((series) => (
                <li key={series}>
                  <span className="chart__key" data-series={series} aria-hidden="true" />
                  {SERIES_LABELS[series]}
                </li>
              ))}
            </ul>
            <details className="disclosure">
              <summary>Show as a table</summary>
              <DaysTable chart={chart} />
            </details>
          </>
        )}
      </div>
    </Panel>
  )
}

/** The sentence above and the table below say the same. */
function Bars({ chart }: { chart: readonly ChartDay[] }) {
  const highest = Math.max(1, ...chart.map(({ total }) => total))
  return (
    <div className="chart" aria-hidden="true">
      {chart.map(({ day, counts, total }) => (
        <div key={day} className="chart__day" title={`${dayInWords(day)}: ${total}`}>
          {SERIES.filter((series) => counts[series] > 0).map((series) => (
            <div
              key={series}
              className="chart__part"
              data-series={series}
              style={{ height: `${(counts[series] / highest) * 100}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Three columns whatever happened: more would not fit a phone. */
function DaysTable({ chart }: { chart: readonly ChartDay[] }) {
  return (
    <table className="plain-table" aria-label="Calls per day, in UTC">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Calls</th>
          <th scope="col">How they ended</th>
        </tr>
      </thead>
      <tbody>
        {[...chart].reverse().map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayInWords(day.day)}</th>
            <td>{day.total}</td>
            <td>{countsInWords([day])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
