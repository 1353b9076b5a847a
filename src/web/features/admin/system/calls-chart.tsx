import { zoneCity } from '#core/time-zones.ts'
import { type CallDays, chartDays, chartInWords, countsInWords, SERIES, SERIES_LABELS } from './call-series.ts'
import { DaysChart, DaysTable } from './days-chart.tsx'

/** The calls of the last 30 days by how they ended. */
export function CallsChart({ days, zone }: { days: CallDays; zone: string }) {
  const chart = chartDays(days)
  const byDay = new Map(chart.map((day) => [day.day, day]))
  const names = [...byDay.keys()]
  return (
    <DaysChart
      title="Calls, last 30 days"
      words={
        <div>
          <p>{chartInWords(chart)}</p>
          <p className="small muted">Days in {zoneCity(zone)}.</p>
        </div>
      }
      days={names}
      series={SERIES.map((series) => ({
        colour: series,
        label: SERIES_LABELS[series],
        countOn: (day) => byDay.get(day)?.counts[series] ?? 0,
      }))}
      legend="Colours"
      table={
        <DaysTable
          label="Calls per day"
          days={names}
          // Three columns whatever happened: more would not fit a phone.
          columns={[
            { heading: 'Calls', cellOn: (day) => byDay.get(day)?.total },
            {
              heading: 'How they ended',
              cellOn(day) {
                const counted = byDay.get(day)
                return counted && countsInWords([counted])
              },
            },
          ]}
        />
      }
    />
  )
}
