import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import type { CallEnd } from '#core/calls/call-end.ts'
import { formatClock } from '#core/format/dates.ts'
import { REPORT_WORDS } from '#core/report/report-words.ts'
import { doseOf, type ReportedCall } from '#core/report/reported-call.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'

const HEAD = [
  'Date',
  'Time',
  'Time zone',
  'Call',
  'How it ended',
  'Rings',
  'Answered at ring',
  'Seconds to answer',
  'Dose',
  'Reason',
]

const END_LABELS: Record<CallEnd, string> = {
  answered: 'Answered',
  reached: 'Reached by the family',
  not_answered: 'Not answered',
  not_made: 'Not made',
  voicemail: 'Voicemail',
  failed: 'Didn’t go through',
  cancelled: 'Cancelled',
  not_wanted: 'The phone wants no calls',
  away: 'Away',
}

/** The calls as lines of a CSV file for a spreadsheet, the heading first; times are those on the wall in each call's own zone. */
export function* callsCsv(calls: readonly (ReportedCall & { at: Date; zone: string })[]): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEAD)
  for (const call of calls) {
    const dose = doseOf(call)
    yield csvLine([
      call.day,
      formatClock(call.at, call.zone),
      call.zone,
      CALL_TYPE_LABELS[call.callType],
      END_LABELS[call.end],
      call.tries,
      call.answeredAtTry,
      call.secondsToAnswer === null ? null : Math.round(call.secondsToAnswer),
      dose && REPORT_WORDS[dose],
      call.reason,
    ])
  }
}
