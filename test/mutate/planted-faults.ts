import { ANSWER_FAULTS } from './care/answer-faults.ts'
import { CLOCK_FAULTS } from './care/clock-faults.ts'
import { CONSENT_FAULTS } from './care/consent-faults.ts'
import { DISPATCH_FAULTS } from './care/dispatch-faults.ts'
import { LANGUAGE_FAULTS } from './care/language-faults.ts'
import { MESSAGE_FAULTS } from './care/message-faults.ts'
import { NOTIFICATION_FAULTS } from './care/notification-faults.ts'
import { OUTAGE_FAULTS } from './care/outage-faults.ts'
import { PUSH_FAULTS } from './care/push-faults.ts'
import { QUEUE_FAULTS } from './care/queue-faults.ts'
import { REPORT_FAULTS } from './care/report-faults.ts'
import { TALK_FAULTS } from './care/talk-faults.ts'
import { UNCERTAINTY_FAULTS } from './care/uncertainty-faults.ts'
import { VOICE_FAULTS } from './care/voice-faults.ts'
import type { PlantedFault } from './planted-fault.ts'

/** What matters most: when a phone rings, what is said, what counts as an answer, who is notified, and what the family reads afterwards. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...DISPATCH_FAULTS,
  ...UNCERTAINTY_FAULTS,
  ...ANSWER_FAULTS,
  ...NOTIFICATION_FAULTS,
  ...MESSAGE_FAULTS,
  ...CLOCK_FAULTS,
  ...QUEUE_FAULTS,
  ...OUTAGE_FAULTS,
  ...CONSENT_FAULTS,
  ...TALK_FAULTS,
  ...VOICE_FAULTS,
  ...LANGUAGE_FAULTS,
  ...REPORT_FAULTS,
  ...PUSH_FAULTS,
]
