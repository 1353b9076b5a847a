import type { FinalStatus } from '../calls/call-vocabulary.ts'
import { sentNameOr } from '../names/sent-words.ts'

export type News =
  | {
      kind: 'not_reached'
      status: Exclude<FinalStatus, 'completed'>
      reason: string | null
      /** Answered and put off, and no further try is made. */
      isPutOff?: boolean
    }
  /** Cooee did not ring at all. `reason`: why, as a sentence. */
  | { kind: 'not_placed'; reason: string | null }
  | { kind: 'help' }
  /** Words that may have asked for help: it could not be told whether a person meant it. */
  | { kind: 'uncertain_help' }
  /** A person answered, and what was said was not understood. */
  | { kind: 'unclear' }

/** How it was that a person was not reached: nobody answered, they put it off once too often, or the call failed. */
export type MissForm = 'missed' | 'put_off' | 'failed'

/** Null for what is no miss. */
export function missFormOf(news: News): MissForm | null {
  if (news.kind !== 'not_reached') return null
  if (news.isPutOff) return 'put_off'
  return news.status === 'failed' ? 'failed' : 'missed'
}

/**
 * What happened, in one line and without a full stop. No blame, no guesses, and no word about what the call was for:
 * it goes to people who need not know. `localTime` is the promised time on the loved one's clock, "9:00 AM".
 */
export function headlineOf(news: News, { name, localTime }: { name: string; localTime: string }): string {
  return callsHeadline(
    { cause: news.kind, form: missFormOf(news) },
    { name, calls: `the ${localTime} call`, areMany: false },
  )
}

/** The same of one call or several: `calls` names them, "the 9:00 AM and the 9:05 AM call". */
export function callsHeadline(
  { cause, form }: { cause: News['kind']; form: MissForm | null },
  { name: given, calls, areMany }: { name: string; calls: string; areMany: boolean },
): string {
  const name = sentNameOr(given)
  switch (cause) {
    case 'help':
      return `${name} asked for help on ${calls}`
    case 'uncertain_help':
      return `${name} may have asked for help on ${calls}`
    case 'unclear':
      return `${name} answered ${calls} and said something that we could not understand`
    case 'not_placed':
      return `Cooee could not place ${calls} to ${name}`
    case 'not_reached':
      switch (form) {
        case 'put_off':
          return `${name} answered ${calls}, but has not confirmed ${areMany ? 'them' : 'it'}`
        case 'failed':
          return `${calls.charAt(0).toUpperCase()}${calls.slice(1)} to ${name} could not be placed`
        case 'missed':
        case null:
          return `${name} was not reached by ${calls}`
      }
  }
}
