import type { AttemptOutcome } from '../calls/call-vocabulary.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'
import { type AnsweredBy, attemptOutcome, type EndedStatus, type Response } from './attempt-outcome.ts'

/** What is known of an attempt when a further fact about it arrives. Facts come late, twice and in any order. */
export interface AttemptFacts {
  /** Ended, or known not to have been placed. */
  isOver: boolean
  answeredBy: AnsweredBy | null
  response: Response | null
  /** Every key that was pressed, in order. */
  keys: string
  outcome: AttemptOutcome | null
  conversation: ConversationState
}

/** What a fact changes of it. */
export type AttemptChanges = Partial<Omit<AttemptFacts, 'isOver'>>

/** The provider says that it ended. Once over, it ends no more: null. */
export function whenEnded(
  known: AttemptFacts,
  ended: { endedStatus: EndedStatus; answeredBy: AnsweredBy | null },
): { answeredBy: AnsweredBy | null; outcome: AttemptOutcome } | null {
  if (known.isOver) return null
  const { response, conversation } = known
  const answeredBy = isProvenByKey(known) ? 'human' : (ended.answeredBy ?? known.answeredBy)
  return { answeredBy, outcome: attemptOutcome({ endedStatus: ended.endedStatus, response, answeredBy, conversation }) }
}

/** An answer by key is the proof of a person, whatever was detected. */
const isProvenByKey = ({ response, conversation }: Pick<AttemptFacts, 'response' | 'conversation'>): boolean =>
  response !== null && !conversation.isAnsweredInWords

/** Something not recorded before, and what it answers: help beats what was answered before, else the first answer stands, also after the end. */
export function whenAnswered(
  known: AttemptFacts,
  heard: {
    keys: string
    response: Response | null
    conversation: ConversationState
    /** A machine had said the answer in words: it does not count. */
    withdrawsAnswer?: boolean | undefined
  },
): AttemptChanges {
  if (heard.withdrawsAnswer) return { conversation: heard.conversation, response: null }
  const counts = heard.response !== null && (known.response === null || heard.response === 'help')
  const response = counts ? heard.response : known.response
  // That an earlier answer was a key is not forgotten because of words after it.
  const conversation =
    counts || known.response === null
      ? heard.conversation
      : { ...heard.conversation, isAnsweredInWords: known.conversation.isAnsweredInWords }
  const isKey = counts && !conversation.isAnsweredInWords
  return {
    keys: known.keys + heard.keys,
    conversation,
    ...(isKey && { answeredBy: 'human' as const }),
    ...(counts && { response }),
    ...lateOutcome(known, heard.response, conversation),
  }
}

function lateOutcome(known: AttemptFacts, response: Response | null, conversation: ConversationState): AttemptChanges {
  // A request for help stays one, whatever comes late.
  if (isLateProof(known, response)) return known.response === 'help' ? {} : { outcome: response }
  if (!known.isOver || known.outcome !== 'no_response') return {}
  const { answeredBy } = known
  return { outcome: attemptOutcome({ endedStatus: 'completed', response: null, answeredBy, conversation }) }
}

/** Whether an answer completes a call whose attempt is over. "Not yet" does not: the call goes on by itself. */
export function isLateProof(
  { isOver }: Pick<AttemptFacts, 'isOver'>,
  response: Response | null,
): response is 'acknowledged' | 'help' {
  return isOver && response !== null && response !== 'not_yet'
}

/**
 * What took the line: a hint. It undoes no key and no all-clear that was accepted, and a phone that screens calls sounds
 * like a machine. A request for help in words does not count once a machine turns out to have said it. After the end a machine
 * explains a silence, or words that nobody understood. Null: nothing is learnt.
 */
export function whenLineTaken(known: AttemptFacts, by: AnsweredBy): AttemptChanges | null {
  const { response, isOver, outcome, conversation } = known
  if (isProvenByKey(known)) return null
  if (by === 'machine' && conversation.isScreened) return null
  const isMachineForHelp = by === 'machine' && response === 'help'
  if (response !== null && !isMachineForHelp) return null
  const withdrawn = isMachineForHelp ? { response: null } : {}
  if (!isOver) return { answeredBy: by, ...withdrawn }
  const isExplained = outcome === 'no_response' || outcome === 'not_understood' || isMachineForHelp
  return by === 'machine' && isExplained ? { answeredBy: by, outcome: 'machine', ...withdrawn } : null
}
