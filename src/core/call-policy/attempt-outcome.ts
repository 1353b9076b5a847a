import type { AttemptOutcome } from '../calls/call-vocabulary.ts'

/** What a person answered, by key or by speech. */
export type Response = 'acknowledged' | 'help' | 'not_yet'
export type AnsweredBy = 'human' | 'machine' | 'fax' | 'unknown'

/** How the provider says a dial ended: Twilio's call statuses that do not change any more. */
export const ENDED_STATUSES = ['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const
export type EndedStatus = (typeof ENDED_STATUSES)[number]

export interface AttemptFacts {
  endedStatus: EndedStatus
  response: Response | null
  /** Whether the response was a key, not speech. */
  byKey: boolean
  answeredBy: AnsweredBy | null
}

/**
 * How an attempt ended. A key beats everything else: machine detection is a hint, a key is the proof of a person. What
 * was merely heard counts unless a machine was on the line. An answered line without a response is never a success.
 */
export function attemptOutcome({ endedStatus, response, byKey, answeredBy }: AttemptFacts): AttemptOutcome {
  if (response && (byKey || answeredBy !== 'machine')) return response
  switch (endedStatus) {
    case 'completed':
      if (answeredBy === 'machine') return 'machine'
      return answeredBy === 'fax' ? 'failed' : 'no_response'
    case 'busy':
      return 'busy'
    case 'no-answer':
      return 'no_answer'
    case 'failed':
    case 'canceled':
      return 'failed'
  }
}
