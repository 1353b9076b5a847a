import type { AttemptOutcome, CallStatus } from '../calls/call-vocabulary.ts'
import { conversationFrom } from '../conversation/conversation-state.ts'
import type { TryFinding } from './try-findings.ts'

/** What Try it together found; null while its call is under way. `conversation` is what is kept with its one attempt. */
export function findingOf({
  status,
  outcome,
  conversation,
}: {
  status: CallStatus
  outcome: AttemptOutcome | null
  conversation: object
}): TryFinding | null {
  if (status === 'scheduled' || status === 'in_progress') return null
  const { moves, isScreened } = conversationFrom(conversation)
  const names = Object.values(moves).map(({ name }) => name)
  if (names.includes('declined') || names.includes('refused')) return 'declined'
  switch (outcome) {
    case 'acknowledged':
    case 'help':
    case 'not_yet':
    case 'not_understood':
      return 'person'
    case 'no_response':
      return isScreened ? 'screening' : 'person'
    case 'machine':
      return 'machine'
    case 'no_answer':
      return 'no_answer'
    case 'busy':
      return 'busy'
    case 'failed':
    case 'rejected':
    case null:
      return 'not_placed'
  }
}
