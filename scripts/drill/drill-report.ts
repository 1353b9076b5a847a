import type { CallDetails } from '#contract/calls/call-details.ts'
import type { Played } from './drill-client.ts'
import type { Expected } from './situations.ts'

/** Whether status, outcome and cause are as expected. A person judges what was said and heard. */
export function isAsExpected({ situation: { expected }, call }: Played): boolean {
  return inWords(concludedOf(call)) === inWords(expected)
}

/** What was heard, concluded and reported, in lines. */
export function reportOf(played: Played): string {
  const { call, situation } = played
  const notified = call.escalation?.steps.map(
    ({ channel, contactName, to, outcome }) => `${channel} to ${contactName} (${to}): ${outcome}`,
  )
  return [
    lines('heard', call.transcript?.split('\n') ?? ['nothing']),
    lines('keys', [call.attempts.map(({ keys }) => keys).join(' ') || 'none']),
    lines('line', [call.attempts.map(({ answeredBy }) => answeredBy ?? 'no verdict').join(', ') || 'not answered']),
    lines('concluded', [inWords(concludedOf(call)), ...(call.reason ? [call.reason] : [])]),
    lines('reported', notified && notified.length > 0 ? notified : ['nobody']),
    lines('should be', [`${inWords(situation.expected)}${isAsExpected(played) ? '' : '   <-- LOOK AT THIS'}`]),
  ].join('\n')
}

/** One line for each call. */
export function summaryOf(all: readonly Played[]): string {
  const rows = all.map((played, index) => [
    String(index + 1),
    played.situation.title,
    inWords(concludedOf(played.call)),
    isAsExpected(played) ? 'as it should be' : `should be ${inWords(played.situation.expected)}`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

interface Concluded {
  status: CallDetails['status']
  outcome: CallDetails['attempts'][number]['outcome']
  cause: Expected['cause']
}

function concludedOf({ status, attempts, incident }: CallDetails): Concluded {
  return { status, outcome: attempts.at(-1)?.outcome ?? null, cause: incident?.cause ?? null }
}

function inWords({ status, outcome, cause }: Concluded): string {
  return `${status} (${outcome ?? 'no attempt'}), ${cause ? `reported as ${cause}` : 'nobody notified'}`
}

function lines(label: string, words: readonly string[]): string {
  return words.map((line, index) => `   ${(index === 0 ? `${label}:` : '').padEnd(11)}${line}`).join('\n')
}
