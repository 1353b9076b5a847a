import type { FinalStatus } from './call-vocabulary.ts'

/** How an ended call is counted. `reached`: by the account holder. `not_made`: we did not ring. `not_wanted`: the phone wants no calls. `away`: the person was away. */
export const CALL_ENDS = [
  'answered',
  'reached',
  'not_answered',
  'not_made',
  'voicemail',
  'failed',
  'cancelled',
  'not_wanted',
  'away',
] as const
export type CallEnd = (typeof CALL_ENDS)[number]

/** What decides it. */
export interface EndedCall {
  status: FinalStatus
  /** Whether the phone was dialled at all. */
  wasDialled: boolean
  /** The account holder ended it while it was under way: by cancelling it, or because they had reached the person. */
  wasCancelled: boolean
  wasResolved: boolean
  isRefused: boolean
}

/** An answer counts, whatever else was done. Of what was not answered, who ended it says more than how its last try ended. */
export function callEnd({ status, wasDialled, wasCancelled, wasResolved, isRefused }: EndedCall): CallEnd {
  if (status === 'completed') return 'answered'
  if (status === 'away') return status
  if (isRefused) return 'not_wanted'
  if (wasCancelled) return wasResolved ? 'reached' : 'cancelled'
  switch (status) {
    case 'voicemail':
    case 'failed':
      return status
    case 'missed':
      return wasDialled ? 'not_answered' : 'not_made'
  }
}

const NOT_GONE_WELL: readonly CallEnd[] = ['not_answered', 'not_made', 'voicemail', 'failed']

/** Whether somebody has to know that nobody was reached: not of what the account holder or the phone's owner decided. */
export function hasGoneWrong(end: CallEnd): boolean {
  return NOT_GONE_WELL.includes(end)
}
