import type { AttemptOutcome } from '../calls/call-vocabulary.ts'
import { type AnsweredBy, attemptOutcome, type EndedStatus, type Response } from './attempt-outcome.ts'

/** What is known of an attempt when a further fact about it arrives. Facts come late, twice and in any order. */
export interface KnownOfAttempt {
  /** Ended, or known not to have been placed. */
  isOver: boolean
  answeredBy: AnsweredBy | null
  response: Response | null
  /** Every key that was pressed, in order. */
  keys: string
  outcome: AttemptOutcome | null
}

/** What a fact changes of it. */
export type Learnt = Partial<Omit<KnownOfAttempt, 'isOver'>>

/** The provider says that it ended. Once over, it ends no more: null. */
export function whenEnded(
  known: KnownOfAttempt,
  ended: { endedStatus: EndedStatus; answeredBy: AnsweredBy | null },
): { answeredBy: AnsweredBy | null; outcome: AttemptOutcome } | null {
  if (known.isOver) return null
  const byKey = known.keys !== ''
  const answeredBy = byKey ? 'human' : (ended.answeredBy ?? known.answeredBy)
  const { response } = known
  return { answeredBy, outcome: attemptOutcome({ endedStatus: ended.endedStatus, response, byKey, answeredBy }) }
}

/** What a machine says is no answer; a key is, whatever was detected. */
export function isFromMachine(known: Pick<KnownOfAttempt, 'answeredBy'>, heard: { keys: string }): boolean {
  return heard.keys === '' && known.answeredBy === 'machine'
}

/**
 * An answer that was not recorded before, and how it was understood. Help beats whatever was answered before; otherwise
 * the first answer stands. One that comes after the end still proves a person.
 */
export function whenAnswered(known: KnownOfAttempt, heard: { keys: string; response: Response | null }): Learnt {
  const counts = heard.response !== null && (known.response === null || heard.response === 'help')
  return {
    keys: known.keys + heard.keys,
    ...(heard.keys !== '' && { answeredBy: 'human' as const }),
    ...(counts && { response: heard.response }),
    ...(isLateProof(known, heard.response) && { outcome: heard.response }),
  }
}

/** Whether an answer completes a call whose attempt is over. "Not yet" does not: the call goes on by itself. */
export function isLateProof({ isOver }: Pick<KnownOfAttempt, 'isOver'>, response: Response | null): boolean {
  return isOver && response !== null && response !== 'not_yet'
}

/**
 * What took the line: a hint. Somebody who has pressed a key is a person whatever was detected; what was heard from a
 * machine was no answer. After the end a machine explains a silence, and that is all. Null: nothing is learnt.
 */
export function whenLineTaken(known: KnownOfAttempt, by: AnsweredBy): Learnt | null {
  if (known.keys !== '') return null
  if (known.isOver) {
    return by === 'machine' && known.outcome === 'no_response' ? { answeredBy: by, outcome: 'machine' } : null
  }
  return by === 'machine' ? { answeredBy: by, response: null } : { answeredBy: by }
}
