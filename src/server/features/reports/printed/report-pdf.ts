import type { Report } from '#contract/calls/report.ts'
import { formatDateTime } from '#core/format/dates.ts'
import {
  ALERT_LABELS,
  answersInWords,
  dayInWords,
  daysInWords,
  earlierAlertsInWords,
  REPORT_WORDS,
  secondsInWords,
  shortDayInWords,
  slotInWords,
} from '#core/report/report-words.ts'
import { zoneCity } from '#core/time-zones.ts'
import { canBePrinted, taggedPages, WIDTH } from './tagged-page.ts'

/** What fits on two pages: beyond it the rest is counted in one row. */
const MOST = { slots: 13, reasons: 6, alerts: 10 }

/**
 * A report as a tagged PDF (PDF/UA) of two A4 pages, for the doctor. `madeAt` is shown on the loved one's clock. Names that
 * are too long are cut; of a name in an alphabet that the font lacks it says that it cannot be printed.
 */
export async function reportPdf(report: Report, madeAt: Date): Promise<Buffer> {
  const { name, timezone } = report
  const title = `How ${name} has been`
  const pages = await taggedPages({ title, foot: `Cooee care calls · made on ${formatDateTime(madeAt, timezone)}` })
  pages.heading('H1', title)
  pages.paragraph(`${daysInWords(report)}, ${zoneCity(timezone)}. ${REPORT_WORDS.notMedical}`)
  if (!canBePrinted(name)) pages.paragraph('Some letters of the name can’t be printed here. They are shown as “…”.')
  if (report.knownFrom) pages.paragraph(report.knownFrom)

  pages.heading('H2', REPORT_WORDS.changes)
  for (const { sentence } of report.changes) pages.paragraph(sentence)
  if (report.changes.length === 0) pages.paragraph(report.tooLittle ?? REPORT_WORDS.noChange)
  if (report.tooLittle === null) pages.paragraph(REPORT_WORDS.howUsual)

  pages.heading('H2', REPORT_WORDS.answers)
  pages.paragraph(answersInWords(report))
  if (report.rung > 0) {
    const bars = [
      { label: REPORT_WORDS.firstRing, value: report.firstRing },
      { label: REPORT_WORDS.laterRing, value: report.laterRing },
      { label: REPORT_WORDS.notAnswered, value: report.notAnswered },
    ].map((bar) => ({ ...bar, shown: String(bar.value) }))
    pages.bars(`Bar chart. ${answersInWords(report)}`, bars)
    pages.paragraph(
      `${REPORT_WORDS.seconds}: ${secondsInWords(report.seconds)} (the middle value). ${triesInWords(report)}`,
    )
  }
  if (report.rung > 0) {
    pages.heading('H2', REPORT_WORDS.weeks)
    pages.table(
      [
        { head: 'Week', width: WIDTH * 0.28 },
        ...['Calls', 'First ring', 'Answered', 'Seconds', 'Doses missed'].map((head) => ({
          head,
          width: WIDTH * 0.144,
          isNumber: true,
        })),
      ],
      report.weeks.map((week) => [
        `${shortDayInWords(week.from)} to ${dayInWords(week.until)}`,
        ...[week.rung, week.firstRing, week.answered].map(String),
        week.seconds === null ? '—' : String(Math.round(week.seconds)),
        dosesMissed(week.doses),
      ]),
    )
  }

  pages.nextPage()
  pages.heading('H2', REPORT_WORDS.doses)
  const doses = dosesThatFit(report.doses)
  if (doses.length === 0) pages.paragraph(REPORT_WORDS.noDoses)
  else {
    pages.table(
      [
        { head: 'Time', width: WIDTH * 0.28 },
        ...[REPORT_WORDS.taken, REPORT_WORDS.later, REPORT_WORDS.missed, REPORT_WORDS.unknown].map((head) => ({
          ...{ head, width: WIDTH * 0.18, isNumber: true },
        })),
      ],
      doses.map(({ slot, taken, later, missed, unknown }) => [
        slotInWords(slot),
        ...[taken, later, missed, unknown].map(String),
      ]),
    )
    pages.paragraph(REPORT_WORDS.aboutDoses)
  }

  pages.heading('H2', REPORT_WORDS.notPlaced)
  if (report.notPlaced.length === 0) pages.paragraph(REPORT_WORDS.allPlaced)
  else {
    const rest = report.notPlaced.slice(MOST.reasons).reduce((sum, { calls }) => sum + calls, 0)
    pages.table(
      [
        { head: 'Why', width: WIDTH * 0.8 },
        { head: 'Calls', width: WIDTH * 0.2, isNumber: true },
      ],
      [
        ...report.notPlaced.slice(0, MOST.reasons).map(({ why, calls }) => [why, String(calls)]),
        ...(rest > 0 ? [['Other reasons', String(rest)]] : []),
      ],
    )
  }

  pages.heading('H2', REPORT_WORDS.alerts)
  if (report.alerts.length === 0) pages.paragraph(REPORT_WORDS.noAlerts)
  else {
    pages.table(
      [
        { head: 'When', width: WIDTH * 0.24 },
        { head: 'What', width: WIDTH * 0.22 },
        { head: REPORT_WORDS.who, width: WIDTH * 0.22 },
        { head: 'How it ended', width: WIDTH * 0.32 },
      ],
      report.alerts
        .slice(0, MOST.alerts)
        .map(({ at, cause, who, how }) => [
          formatDateTime(new Date(at), timezone),
          ALERT_LABELS[cause],
          who ?? REPORT_WORDS.nobody,
          how ?? REPORT_WORDS.goesOn,
        ]),
      2,
    )
    const more = report.alertCount - Math.min(report.alerts.length, MOST.alerts)
    if (more > 0) pages.paragraph(earlierAlertsInWords(more))
  }
  return pages.end()
}

function triesInWords({ tries }: Report): string {
  const counted = tries.map(({ tries: count, calls }) => `${calls} at ring ${count}`)
  return `${REPORT_WORDS.tries}: ${counted.length > 0 ? counted.slice(0, 6).join(', ') : 'none answered'}.`
}

function dosesMissed({ taken, later, missed }: Report['weeks'][number]['doses']): string {
  const all = taken + later + missed
  return all === 0 ? '—' : `${missed} of ${all}`
}

function dosesThatFit(doses: Report['doses']): Report['doses'] {
  if (doses.length <= MOST.slots) return doses
  const rest = doses.slice(MOST.slots - 1)
  const sum = (of: 'taken' | 'later' | 'missed' | 'unknown') => rest.reduce((total, dose) => total + dose[of], 0)
  return [
    ...doses.slice(0, MOST.slots - 1),
    { slot: null, taken: sum('taken'), later: sum('later'), missed: sum('missed'), unknown: sum('unknown') },
  ]
}
