import type { CodePath } from './code-path.ts'

const CARE = 'src/server/features/care'
const CALLS = 'src/server/features/calls'
const DIALLING = 'src/server/features/dialling'
const TWILIO = 'src/server/adapters/telephony/twilio'

/** A recurring call that is due, is dialled, picked up and answered with a key, and is done. */
export const DUE_TO_DONE: CodePath = {
  steps: [
    { file: `${CARE}/dispatch/dispatcher.ts`, enters: 'createDispatcher' },
    { file: `${CARE}/dispatch/claim-due-calls.ts`, enters: 'claimDueCalls' },
    { file: `${DIALLING}/pace.ts`, enters: 'lockPermits' },
    { file: `${CARE}/dispatch/dispatch-queue.ts`, enters: 'dispatchQueue' },
    { file: `${CARE}/attempts/due-calls.ts`, enters: 'lockDueCalls' },
    { file: `${CALLS}/state/call-state.ts`, enters: 'claimingDue' },
    { file: `${CALLS}/schedules/book-next-occurrences.ts`, enters: 'bookNextOccurrences' },
    { file: `${CARE}/dispatch/dial-attempt.ts`, enters: 'dialAttempt' },
    { file: `${DIALLING}/place-dial.ts`, enters: 'placeDial' },
    {
      file: `${TWILIO}/twilio-telephony.ts`,
      enters: 'twilioTelephony',
      via: { from: `${DIALLING}/place-dial.ts`, calls: 'telephony.dial(', known: 'Telephony' },
    },
    { file: `${DIALLING}/cancel-at-provider.ts`, enters: 'cancelAtOnce' },
    {
      file: `${TWILIO}/callbacks/dial-callbacks.ts`,
      enters: 'dialCallbacks',
      via: { from: `${TWILIO}/twilio-telephony.ts`, calls: 'callbackUrls(', known: 'callbackUrls' },
    },
    {
      file: `${CARE}/provider-events/care-provider-events.ts`,
      enters: 'careProviderEvents',
      via: { from: `${TWILIO}/callbacks/dial-callbacks.ts`, calls: 'facts.answered(', known: 'answered' },
    },
    { file: `${CARE}/attempts/attempt-state.ts`, enters: 'lockAttempt' },
    { file: `${CARE}/attempts/link-attempt.ts`, enters: 'linkingUpdate' },
    { file: `${TWILIO}/scripts/render-script.ts`, enters: 'renderScript' },
    { file: `${CARE}/provider-events/handle-answer.ts`, enters: 'handleAnswer' },
    { file: `${CARE}/conversation/write-attempt.ts`, enters: 'writeAttemptWithTurns' },
    { file: `${CARE}/conversation/turns.ts`, enters: 'insertingTurns' },
    { file: `${CARE}/ending/conclude-attempt.ts`, enters: 'concludeAttempt' },
    { file: `${CARE}/ending/conclude-call.ts`, enters: 'concludeCall' },
    { file: `${CALLS}/schedules/book-catch-up.ts`, enters: 'dropCatchUp' },
  ],
  asked: [
    `${CALLS}/schedules/schedules.ts`,
    `${CARE}/dispatch/not-made/over-limit-dials.ts`,
    `${CARE}/attempts/recently-linked.ts`,
    `${CARE}/provider-events/open-conversation.ts`,
    `${CARE}/conversation/attempt-conversation.ts`,
    `${CARE}/conversation/may-talk-now.ts`,
    `${CARE}/conversation/talk-step.ts`,
    `${CARE}/conversation/played-voice.ts`,
    'src/server/features/voices/choose-voice.ts',
    `${CARE}/attempts/retry-rule.ts`,
    `${CARE}/ending/notify-of-answer.ts`,
    `${CARE}/dispatch/not-made/what-is-not-made.ts`,
    `${CARE}/dispatch/pacer.ts`,
    `${CARE}/ending/end-refused-calls.ts`,
    `${CARE}/ending/stop-ringing.ts`,
    `${DIALLING}/phone-in-use.ts`,
    `${DIALLING}/slow-dialling.ts`,
    `${DIALLING}/provider-calls.ts`,
    'src/server/features/incidents/answers/end-incident.ts',
    'src/server/features/incidents/causes/incident-state.ts',
    'src/server/features/notifications/settings-of.ts',
    'src/server/features/refusals/phone-refusals.ts',
    'src/server/features/consents/consents-of.ts',
  ],
  noted: [
    `${CALLS}/jobs.ts`,
    `${CALLS}/schedules/notify-scheduled.ts`,
    'src/server/features/activity/record-activity.ts',
    'src/server/features/events/record-event.ts',
  ],
}
