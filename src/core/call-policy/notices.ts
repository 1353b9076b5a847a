import type { AsksBy, NotReachedStatus } from '../calls/call-vocabulary.ts'
import { sentNameOr } from '../names/sent-words.ts'

export type CallNotice =
  | {
      kind: 'not_reached'
      status: NotReachedStatus
      reason: string | null
      /** Answered with "not yet", and no further try is made. */
      isNotYet?: boolean
      /** A person picked up last, and nobody gave a clear answer. */
      isPickedUp?: boolean
      /** Nobody knows how it ended: the phone may have rung. */
      isEndUnknown?: boolean
    }
  /** Cooee did not ring at all. `reason`: why, as a sentence. */
  | { kind: 'not_made'; reason: string | null }
  | { kind: 'help' }
  /** Words that may have asked for help: it is not known whether a person meant it. */
  | { kind: 'uncertain_help' }
  /** A person answered, and what was said was not understood. */
  | { kind: 'unclear' }

/** How a person was not reached. `missed`: nobody answered. */
export type NotReachedForm = 'missed' | 'no_clear_answer' | 'not_yet' | 'failed' | 'end_unknown'

/** Null for what is no miss. */
export function notReachedFormOf(notice: CallNotice): NotReachedForm | null {
  if (notice.kind !== 'not_reached') return null
  if (notice.isEndUnknown) return 'end_unknown'
  if (notice.isNotYet) return 'not_yet'
  if (notice.status === 'failed') return 'failed'
  return notice.isPickedUp && notice.status === 'missed' ? 'no_clear_answer' : 'missed'
}

/** What happened, in one line without a full stop, blame or the call's purpose. `localTime` is the promised time on the loved one's clock. */
export function headlineOf(
  notice: CallNotice,
  { name, localTime, asksBy = 'call' }: { name: string; localTime: string; asksBy?: AsksBy },
): string {
  const calls = `the ${localTime} ${asksBy}`
  return callsHeadline({ cause: notice.kind, form: notReachedFormOf(notice), asksBy }, { name, calls })
}

/** The headline of one call or several: `calls` names them, "the 9:00 AM and the 9:05 AM call". */
export function callsHeadline(
  { cause, form, asksBy = 'call' }: { cause: CallNotice['kind']; form: NotReachedForm | null; asksBy?: AsksBy },
  { name: given, calls }: { name: string; calls: string },
): string {
  const name = sentNameOr(given)
  switch (cause) {
    case 'help':
      return `${name} asked for help on ${calls}`
    case 'uncertain_help':
      return `${name} may have asked for help on ${calls}`
    case 'unclear':
      return `${name} answered ${calls} and said something we couldn't understand`
    case 'not_made':
      return `We couldn't ${asksBy === 'text' ? 'send' : 'make'} ${calls} to ${name}`
    case 'not_reached':
      switch (form) {
        case 'not_yet':
          return `${name} answered ${calls}, but hasn't said it's done`
        case 'failed':
          return `${calls.charAt(0).toUpperCase()}${calls.slice(1)} to ${name} didn't go through`
        case 'end_unknown':
          return `We don't know how ${calls} to ${name} ended`
        case 'no_clear_answer':
          return `Someone picked up ${calls} to ${name}, but nobody gave a clear answer`
        case 'missed':
        case null:
          return `${name} didn't answer ${calls}`
      }
  }
}
