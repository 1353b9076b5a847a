import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What a new engineer asks first, with the trade's word that they grep for. The place is among the files that say it most often.

const AMONG = 5
const FOLDERS = ['src/core', 'src/server']

const QUESTIONS: readonly (readonly [question: string, word: RegExp, place: string])[] = [
  ['Who dispatches calls that are due?', /dispatch/i, 'src/server/features/care/heartbeat/dispatcher-health.ts'],
  ['How is a due call claimed?', /\bclaim/i, 'src/server/features/care/dispatch/claim-due-calls.ts'],
  ['Who holds the lease of a dial?', /\blease/i, 'src/server/features/care/dispatch/dial-attempt.ts'],
  ['When is a call tried again?', /\bretry/i, 'src/server/features/care/attempts/retry-rule.ts'],
  ['How is a lost answer reconciled?', /reconcil/i, 'src/server/features/dialling/reconcile-dials.ts'],
  ['Who notifies a person of an incident?', /notify/i, 'src/server/features/incidents/steps/notify-person.ts'],
  ['How does an incident escalate?', /escalat/i, 'src/server/features/incidents/steps/advance-incidents.ts'],
  ['Who acknowledges an alert?', /acknowledg/i, 'src/server/features/incidents/answers/answer-incident.ts'],
  [
    'What is the fallback of a callback?',
    /fallback/i,
    'src/server/adapters/telephony/twilio/callbacks/fallback-callbacks.ts',
  ],
  [
    'Where do events fan out to webhooks?',
    /\bfan(s|ned)?[ -]?out/i,
    'src/server/features/webhooks/deliver/fan-out-events.ts',
  ],
  ['Who delivers a mail or a text?', /deliver/i, 'src/server/features/messages/deliver/deliver-message.ts'],
  ['What polls, and how often?', /\bpoll/i, 'src/server/platform/work/poll-loop.ts'],
  ['Which alerts are queued?', /queue/i, 'src/server/features/incidents/alert-calls/queued-alerts.ts'],
  ['Where is the heartbeat?', /heartbeat/i, 'src/server/features/care/heartbeat/heartbeat-routes.ts'],
  ['What happens to a dead letter?', /dead[- ]?letter/i, 'src/server/platform/work/job-engine.ts'],
  ['What makes a request idempotent?', /idempoten/i, 'src/server/platform/http/answers/create-once.ts'],
  ['How long is the back-off?', /back-?off/i, 'src/core/back-off.ts'],
  ['What is throttled at sign-in?', /throttl/i, 'src/server/features/accounts/sign-in/login-throttle.ts'],
  ['Where is CSRF refused?', /csrf/i, 'src/server/platform/http/requests/authentication.ts'],
  ['What is redacted in logs?', /redact/i, 'src/server/platform/health/logger.ts'],
]

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ file: `${folder}/${name}`, lines: readFileSync(`${folder}/${name}`, 'utf8').split('\n') })),
)

/** The files that say a word on most lines, as `git grep -c` counts them; its own name counts as one. */
function saidMostIn(word: RegExp): string[] {
  const counted = sources.map(({ file, lines }) => ({
    file,
    count: lines.filter((line) => word.test(line)).length + (word.test(file.slice(file.lastIndexOf('/'))) ? 1 : 0),
  }))
  return counted
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, AMONG)
    .map(({ file }) => file)
}

test('there are twenty questions', () => {
  expect(QUESTIONS).toHaveLength(20)
})

test.each(QUESTIONS)('%s: grep %s', (_, word, place) => {
  expect(saidMostIn(word)).toContain(place)
})
