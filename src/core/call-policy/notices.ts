import type { FinalStatus } from '../calls/call-vocabulary.ts'

export type News =
  | {
      kind: 'not_reached'
      status: Exclude<FinalStatus, 'completed'>
      reason: string | null
      /** Answered, and put off once too often. */
      isPutOff?: boolean
    }
  | { kind: 'help' }
  /** Words that may have asked for help: it could not be told whether a person meant it. */
  | { kind: 'uncertain_help' }
  /** A person answered, and what was said was not understood. */
  | { kind: 'unclear' }

/**
 * What happened, in one line and without a full stop. No blame, no guesses, and no word about what the call was for:
 * it goes to people who need not know. `localTime` is the promised time on the loved one's clock, "9:00 AM".
 */
export function headlineOf(news: News, { name, localTime }: { name: string; localTime: string }): string {
  if (news.kind === 'help') return `${name} asked for help on the ${localTime} call`
  if (news.kind === 'uncertain_help') return `${name} may have asked for help on the ${localTime} call`
  if (news.kind === 'unclear') {
    return `${name} answered the ${localTime} call and said something that we could not understand`
  }
  if (news.isPutOff) return `${name} answered the ${localTime} call, but has not confirmed it`
  switch (news.status) {
    case 'missed':
    case 'voicemail':
      return `${name} was not reached by the ${localTime} call`
    case 'failed':
      return `The ${localTime} call to ${name} could not be placed`
  }
}
