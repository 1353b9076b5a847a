import type { CodePath } from './code-path.ts'

const CARE = 'src/server/features/care'
const INCIDENTS = 'src/server/features/incidents'
const MESSAGES = 'src/server/features/messages'
const TWILIO = 'src/server/adapters/telephony/twilio'

/** A call that nobody answered: from its end to the text message that the provider is handed for the account holder. */
export const MISSED_TO_TEXT: CodePath = {
  steps: [
    { file: `${CARE}/ending/conclude-call.ts`, enters: 'concludeCall' },
    { file: 'src/server/features/calls/state/call-state.ts', enters: 'endCall' },
    { file: `${CARE}/ending/raise-incident.ts`, enters: 'raiseIncident' },
    { file: `${INCIDENTS}/steps/add-cause.ts`, enters: 'addCause' },
    { file: `${INCIDENTS}/people/insert-incident-people.ts`, enters: 'insertIncidentPeople' },
    { file: `${INCIDENTS}/causes/incident-causes.ts`, enters: 'updateFromCauses' },
    { file: `${INCIDENTS}/steps/notify-person.ts`, enters: 'notifyPerson' },
    {
      file: `${MESSAGES}/enqueue-message.ts`,
      enters: 'enqueueMessage',
      via: { from: `${INCIDENTS}/steps/notify-person.ts`, calls: 'deps.enqueueNotice(', known: 'dedupeKey' },
    },
    {
      file: `${MESSAGES}/deliver/deliver-message.ts`,
      enters: 'deliverMessage',
      via: { from: `${MESSAGES}/enqueue-message.ts`, calls: 'jobs.send(', known: 'DELIVERY_JOBS' },
    },
    {
      file: `${TWILIO}/twilio-texts.ts`,
      enters: 'twilioTexts',
      via: { from: `${MESSAGES}/deliver/deliver-message.ts`, calls: 'texts.send(', known: 'Texts' },
    },
  ],
  asked: [
    `${INCIDENTS}/alerts/alert-still-needed.ts`,
    `${INCIDENTS}/causes/incident-state.ts`,
    `${INCIDENTS}/people/contacts-to-notify.ts`,
    `${INCIDENTS}/people/members-now.ts`,
    `${INCIDENTS}/people/without-refusal.ts`,
    `${INCIDENTS}/alerts/suppressed-texts.ts`,
    `${INCIDENTS}/steps/message-channels-of.ts`,
    `${INCIDENTS}/view/incident-links.ts`,
    `${MESSAGES}/deliver/still-needed.ts`,
    `${MESSAGES}/deliver/texts-of-day.ts`,
    'src/server/features/notifications/members-to-notify.ts',
    'src/server/features/notifications/settings-of.ts',
    'src/server/features/refusals/phone-refusals.ts',
  ],
  noted: ['src/server/features/activity/record-activity.ts', 'src/server/features/events/record-event.ts'],
}
