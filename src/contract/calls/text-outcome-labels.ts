import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { ATTEMPT_OUTCOME_LABELS } from './call-labels.ts'

/** As `ATTEMPT_OUTCOME_LABELS`, of a try by text. A file of its own: one screen alone loads it. */
export const TEXT_OUTCOME_LABELS: Record<AttemptOutcome | 'stopped', string> = {
  ...ATTEMPT_OUTCOME_LABELS,
  acknowledged: 'Replied',
  not_yet: 'Not yet, texting again',
  no_answer: 'No reply',
  not_understood: 'Replied, not understood',
  failed: "Text didn't arrive",
  stopped: 'We stopped waiting',
}
