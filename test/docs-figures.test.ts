import { expect, test } from 'vitest'
import { DELETION_DAYS } from '#contract/accounts/sign-in/security.ts'
import { ACCOUNTS_PAGE } from '#contract/admin/admin-accounts.ts'
import { MAX_MINUTES_AWAY } from '#contract/calls/incidents.ts'
import { MAX_NOT_YET } from '#core/call-policy/after-attempt.ts'
import { LATE_AFTER_MS } from '#core/call-policy/late-notice.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import { WAKING_FROM, WAKING_UNTIL } from '#core/calls/waking-hours.ts'
import { LISTEN_SECONDS, MAX_MOVES, MAX_QUESTIONS } from '#core/conversation/next-moves.ts'
import { ESCALATION_TIMING, MORNING } from '#core/escalation/ladder/escalation-timing.ts'
import { SUSPENSION_NOTICE_DAYS, TRIAL_NOTICE_DAYS } from '#core/plans/lapse-step.ts'
import { LAPSE_NOTICE_DAYS, TRIAL_DAYS } from '#core/plans/standing.ts'
import { SWITCHED_OFF_AFTER_MS } from '#core/webhooks/retry-schedule.ts'
import { CARRIED_SPEECH_LIMIT } from '#server/adapters/telephony/twilio/callbacks/callback-urls.ts'
import { MAX_WAITS } from '#server/adapters/telephony/twilio/callbacks/fallback-script.ts'
import { PAUSE_SECONDS } from '#server/adapters/telephony/twilio/callbacks/one-moment-script.ts'
import { WAIT_TIMING, WAITS_IN_PROCESS } from '#server/adapters/telephony/twilio/callbacks/wait-for-database.ts'
import { MAX_SOUND_BYTES } from '#server/adapters/telephony/twilio/twilio-recordings.ts'
import { SESSION_SECONDS } from '#server/features/accounts/sign-in/sessions.ts'
import { DIAL_TIMING } from '#server/features/dialling/dial-timing.ts'
import { MAX_PAUSES } from '#server/features/recordings/pauses.ts'
import { CLAIM_MS } from '#server/features/webhooks/deliver/claim-deliveries.ts'
import { TRIES_OF_CODE } from '#server/platform/phones/phone-codes.ts'
import { behaviourOf } from '#simulators/twilio/phone/behaviour.ts'
import { textOf, unwrapped } from './docs-pages.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth']
const inWords = (count: number) => (count === 20 ? 'twenty' : (WORDS[count] ?? String(count)))
const graceMinutes = (type: Parameters<typeof dialBy>[0]) => dialBy(type, new Date(0)).getTime() / MINUTE
const clock = (time: string) => time.replace(/^0/, '')

const CALL = 'docs/flows/a-call-from-due-to-done.md'
const ESCALATION = 'docs/flows/an-escalation.md'
const LOST = 'docs/flows/lost-answers.md'
const LAPSE = 'docs/flows/a-plan-that-lapses.md'
const pauses = ESCALATION_TIMING.pausesMs.map((pause) => pause / MINUTE)

test.each([
  [CALL, `${graceMinutes('daily_check_in')} minutes for check-ins and wellness checks`],
  [CALL, `${graceMinutes('medication_reminder')} for medication reminders`],
  [CALL, `${graceMinutes('wake_up_call')} for wake-up calls`],
  [CALL, `the ${ORDINALS[MAX_NOT_YET]} ends the call as missed`],
  [CALL, `has not accepted ${inWords(LATE_AFTER_MS / MINUTE)} minutes after \`scheduled_for\``],
  [CALL, `${inWords(LISTEN_SECONDS)} seconds of listening`],
  [CALL, `At most ${inWords(MAX_QUESTIONS)} questions are played to their end`],
  [CALL, `between ${clock(WAKING_FROM)} and`],
  ['docs/decisions/0053-nothing-before-the-question-is-an-answer.md', `${DIAL_TIMING.spokenWordMs} ms at least`],
  ['docs/decisions/0053-nothing-before-the-question-is-an-answer.md', `${inWords(MAX_MOVES)} moves end`],
  ['docs/flows/scheduling-a-call.md', `from ${clock(WAKING_UNTIL)} to ${clock(WAKING_FROM)}`],
  ['docs/api.md', `from ${clock(WAKING_UNTIL)} to ${clock(WAKING_FROM)}`],
  ['docs/api.md', `1 to ${MAX_MINUTES_AWAY}, with \`going\``],
  ['docs/api.md', `${ACCOUNTS_PAGE} a page`],
  [LOST, `| claimed, and nothing further | ${DIAL_TIMING.reconcileAfterMs / SECOND} s |`],
  [LOST, `| accepted by the provider | ${DIAL_TIMING.firstPollMs / SECOND} s |`],
  [LOST, `| a callback came | ${DIAL_TIMING.quietMs / SECOND} s of quiet |`],
  [LOST, `| 429 or 503 | ${DIAL_TIMING.askAfterBusyMs / SECOND} s |`],
  [LOST, `| any other unclear answer, or none | ${DIAL_TIMING.askAfterSilenceMs / SECOND} s |`],
  [LOST, `| ${(2 * DIAL_TIMING.askAgainMs) / SECOND} s, doubling to 60 s |`],
  [ESCALATION, `| after ${ESCALATION_TIMING.ringMemberHelpMs / SECOND} seconds |`],
  [ESCALATION, `${ESCALATION_TIMING.afterTextHelpMs / MINUTE} minute after the text`],
  [ESCALATION, `${ESCALATION_TIMING.afterTextMs / MINUTE} minutes after the text`],
  [ESCALATION, `at most ${ESCALATION_TIMING.callTimeoutMs / MINUTE} minutes later`],
  [ESCALATION, `${pauses.slice(0, -1).join(', ')} and ${pauses.at(-1)} minutes, then always ${pauses.at(-1)}`],
  [ESCALATION, `after ${ESCALATION_TIMING.roundsForMs / HOUR} hours`],
  [ESCALATION, `each morning at ${clock(MORNING)}`],
  [ESCALATION, `owns it for ${ESCALATION_TIMING.ownershipMs / MINUTE} minutes`],
  [ESCALATION, `a text after ${ESCALATION_TIMING.busyTimeoutMs / SECOND} seconds`],
  [
    'docs/decisions/0027-the-link-in-an-alert-is-the-proof.md',
    `${inWords(ESCALATION_TIMING.linkMs / (24 * HOUR))} days`,
  ],
  [LOST, `tries for ${WAIT_TIMING.answerWithinMs / SECOND} seconds`],
  [LOST, `pauses for ${PAUSE_SECONDS} seconds`],
  [LOST, `${CARRIED_SPEECH_LIMIT} characters at most`],
  [LOST, `After ${inWords(WAITS_IN_PROCESS)} waits`],
  [LOST, `trying for ${inWords(WAIT_TIMING.keepTryingMs / MINUTE)} minutes`],
  [LOST, `${inWords(MAX_WAITS)} waits in all`],
  [LAPSE, `${TRIAL_DAYS} days of trial`],
  [LAPSE, `${inWords(LAPSE_NOTICE_DAYS)} days after the notice`],
  [LAPSE, `${inWords(TRIAL_NOTICE_DAYS)} days before the trial ends`],
  [LAPSE, `${inWords(SUSPENSION_NOTICE_DAYS)} days before the suspension`],
  ['docs/flows/leaving-cooee.md', `planned --> begun: ${inWords(DELETION_DAYS)} days later`],
  ['docs/flows/signing-in.md', `random bits, ${inWords(SESSION_SECONDS / 86_400)} days`],
  ['docs/flows/signing-in.md', `ten minutes and ${inWords(TRIES_OF_CODE)} tries`],
  ['docs/flows/recording-a-call.md', `${RECORDING_RETENTION_DAYS} days after the call`],
  ['docs/flows/recording-a-call.md', `${MAX_PAUSES} tries in two days`],
  ['docs/flows/recording-a-call.md', `more than ${MAX_SOUND_BYTES / 1024 / 1024} MB`],
  ['docs/flows/a-webhook-delivery.md', `claim what is due, for ${CLAIM_MS / SECOND} seconds`],
  ['docs/flows/a-webhook-delivery.md', `fails ${SWITCHED_OFF_AFTER_MS / HOUR} hours later`],
])('%s says "%s", as the code has it', (page, figure) => {
  expect(unwrapped(textOf(page))).toContain(figure)
})

test('the README names every sandbox phone that behaves in its own way', () => {
  const endings = [...textOf('README.md').matchAll(/^\| ((?:\d\d(?:, )?)+) \|/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  )
  const special = Array.from({ length: 100 }, (_, ending) => String(ending).padStart(2, '0')).filter((ending) => {
    const behaviour = behaviourOf(`+614915701${ending}`)
    return behaviour.kind !== 'presses' || behaviour.keys !== '1'
  })
  expect(endings.toSorted()).toEqual(special)
})
