import type { IncidentCause } from '../escalation/incident-cause.ts'
import { formatDateTime } from '../format/dates.ts'
import type { ReportFigures } from './report.ts'
import {
  ALERT_LABELS,
  answersInWords,
  callsInWords,
  daysInWords,
  REPORT_WORDS,
  secondsInWords,
  slotInWords,
} from './report-words.ts'

/** The figures of one loved one for a week. */
export interface LetterFigures extends ReportFigures {
  lovedOneId: number
  name: string
  timezone: string
  /** From when calls are known, as a sentence; null where the days are known from their first. */
  knownFrom: string | null
  alertCount: number
  alerts: readonly { at: string; cause: IncidentCause; who: string | null; how: string | null }[]
}

/** Alerts of a week that are told one by one. */
const MOST_ALERTS = 7

/**
 * The weekly letter: the figures of the report, for each loved one who was rung or about whom there was an alert. Null
 * without any. `more`: how many others there are whom it has no room for.
 */
export function letterText(
  people: readonly LetterFigures[],
  { publicUrl, more = 0 }: { publicUrl: string; more?: number },
): { subject: string; mail: string } | null {
  const told = people.filter(({ rung, alerts, notPlaced }) => rung + alerts.length + notPlaced.length > 0)
  const [first] = told
  if (!first) return null
  const who = told.length === 1 && more === 0 ? `${first.name} has been` : 'they’ve been'
  const parts = [
    ...told.map((person) => aboutOne(person, publicUrl)),
    ...(more > 0 ? [[`${more} more: ${publicUrl}/loved-ones`]] : []),
    [
      ...(told.some(({ changes }) => changes.length > 0) ? [REPORT_WORDS.howUsual] : []),
      REPORT_WORDS.notMedical,
      `Switch this letter off: ${publicUrl}/settings?tab=notifications`,
    ],
  ]
  return {
    subject: `How ${who}: ${daysInWords(first).replace('From', 'from')}`,
    mail: parts.map((lines) => lines.join('\n')).join('\n\n'),
  }
}

function aboutOne(person: LetterFigures, publicUrl: string): string[] {
  const { seconds, doses, notPlaced, alerts, alertCount, changes, knownFrom } = person
  return [
    `${person.name}, ${daysInWords(person).replace('From', 'from')}`,
    ...(knownFrom === null ? [] : [`- ${knownFrom}`]),
    ...changes.map(({ sentence }) => `- ${sentence}`),
    `- ${answersInWords(person)}`,
    ...(seconds === null ? [] : [`- ${REPORT_WORDS.seconds}: ${secondsInWords(seconds)} (the middle value).`]),
    ...doses.map(
      ({ slot, taken, later, missed, unknown }) =>
        `- Doses, ${slotInWords(slot)}: ${taken} taken, ${later} taken later, ${missed} missed${unknown > 0 ? `, ${unknown} not known` : ''}.`,
    ),
    ...notPlaced.map(({ why, calls }) => `- ${callsInWords(calls)} didn’t ring: ${why}`),
    ...alerts.slice(0, MOST_ALERTS).map(({ at, cause, who, how }) => {
      const when = formatDateTime(new Date(at), person.timezone)
      const taken = who || how ? `${who ?? REPORT_WORDS.nobody} took it on.` : ''
      return `- Alert, ${when}: ${[`${ALERT_LABELS[cause]}.`, taken, how ?? REPORT_WORDS.goesOn].filter(Boolean).join(' ')}`
    }),
    ...(alertCount > MOST_ALERTS ? [`- And ${alertCount - MOST_ALERTS} more alerts.`] : []),
    `All figures: ${publicUrl}/loved-ones/${person.lovedOneId}/report`,
  ]
}
