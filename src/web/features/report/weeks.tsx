import type { Report } from '#contract/calls/report.ts'
import { REPORT_WORDS, secondsInWords, shortDayInWords } from '#core/report/report-words.ts'
import { Bars } from './bars.tsx'
import { FiguresTable } from './figures-table.tsx'

/** The weeks of the days that are shown, the oldest first: the seconds as bars, and every figure in a table. */
export function Weeks({ report: { weeks } }: { report: Report }) {
  const oldestFirst = weeks.toReversed()
  const says = oldestFirst.map(
    ({ from, seconds, firstRing, rung }) =>
      `week from ${shortDayInWords(from)}: ${secondsInWords(seconds)}, ${firstRing} of ${rung} at the first ring`,
  )
  return (
    <section className="card card__body" aria-labelledby="report-weeks">
      <h2 id="report-weeks">{REPORT_WORDS.weeks}</h2>
      <p>{REPORT_WORDS.seconds}, the middle value of each week.</p>
      <Bars
        says={`Bar chart. ${says.join('; ')}.`}
        bars={oldestFirst.map(({ from, until, seconds }) => ({
          label: weekInWords(from, until),
          value: seconds ?? 0,
          shown: secondsInWords(seconds),
        }))}
      >
        <FiguresTable
          caption={REPORT_WORDS.weeks}
          head={['Week', 'Calls', 'First ring', 'Answered', 'Seconds', 'Doses missed']}
          rows={oldestFirst.map((week) => [
            weekInWords(week.from, week.until),
            ...[week.rung, week.firstRing, week.answered].map(String),
            week.seconds === null ? '—' : String(Math.round(week.seconds)),
            dosesMissed(week.doses),
          ])}
        />
      </Bars>
    </section>
  )
}

/** "Oct 30 – Nov 5"; it breaks at the dash alone. */
function weekInWords(from: string, until: string): string {
  return `${shortDayInWords(from)} – ${shortDayInWords(until)}`.replaceAll(/(\w) (\d)/g, '$1\u00a0$2')
}

function dosesMissed({ taken, later, missed }: Report['weeks'][number]['doses']): string {
  const all = taken + later + missed
  return all === 0 ? '—' : `${missed} of ${all}`
}
