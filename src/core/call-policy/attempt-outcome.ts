import type { AttemptOutcome } from '../calls/call-vocabulary.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'

/** What a person answered, by key or by speech. */
export type Response = 'acknowledged' | 'help' | 'not_yet'
export type AnsweredBy = 'human' | 'machine' | 'fax' | 'unknown'

/** How the provider says a dial ended: Twilio's call statuses that do not change any more. */
export const ENDED_STATUSES = ['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const
export type EndedStatus = (typeof ENDED_STATUSES)[number]

/** What of a conversation decides how its attempt ended. */
type Heard = Pick<
  ConversationState,
  'isMachineByWords' | 'isScreened' | 'isPersonByKey' | 'notUnderstood' | 'uncertainHelp' | 'isAnsweredInWords'
>

export interface EndFacts {
  endedStatus: EndedStatus
  response: Response | null
  answeredBy: AnsweredBy | null
  conversation: Heard
}

/** How an attempt ended: an answer that was taken beats every verdict. Words of a person that nobody understood are no silence. */
export function attemptOutcome({ endedStatus, response, answeredBy, conversation }: EndFacts): AttemptOutcome {
  if (response) return response
  switch (endedStatus) {
    case 'completed':
      if (answeredBy === 'fax') return 'failed'
      if (isMachine(answeredBy, conversation)) return 'machine'
      return conversation.notUnderstood > 0 || conversation.uncertainHelp ? 'not_understood' : 'no_response'
    case 'busy':
      return 'busy'
    case 'no-answer':
      return 'no_answer'
    case 'failed':
    case 'canceled':
      return 'failed'
  }
}

/** Whether a machine was on the line. A call screener is not one, nor is somebody who pressed a key when asked whether they are there. */
export function isMachine(
  answeredBy: AnsweredBy | null,
  { isMachineByWords, isScreened, isPersonByKey }: Pick<Heard, 'isMachineByWords' | 'isScreened' | 'isPersonByKey'>,
): boolean {
  return !isPersonByKey && (isMachineByWords || (answeredBy === 'machine' && !isScreened))
}

/**
 * Whether somebody may have asked for help when the call ended without it being settled. A machine asks for nothing; but
 * what is said after its beep is said by a person.
 */
export function mayHaveAskedForHelp(answeredBy: AnsweredBy | null, conversation: Heard): boolean {
  if (conversation.uncertainHelp === 'after_beep') return true
  return conversation.uncertainHelp === 'open' && !isMachine(answeredBy, conversation)
}
