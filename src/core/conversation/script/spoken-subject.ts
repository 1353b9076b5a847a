import type { PlayedSound } from '../../call-script/script.ts'
import type { CallType } from '../../calls/call-vocabulary.ts'
import { shortName } from '../../escalation/texts/parts/short-name.ts'
import { CALLS } from '../../languages/english/calls.ts'
import type { Wording } from '../../languages/wording.ts'
import type { TalkSubject } from '../../talk/talk-subject.ts'
import type { Move } from '../conversation-state.ts'

/** What has to be known of a call to speak in it. */
export interface SpokenSubject {
  callType: CallType
  /** Who is called: "Margaret Hartley". */
  name: string
  /** What she is called on the phone; null: her short name. */
  preferredName: string | null
  /** What the family has agreed on, so that she knows that the call is genuine; null: nothing. */
  familyWord?: string | null
  /** Who asked for the call: "Robyn Hartley"; null when the account holder gave no name. */
  askedBy: string | null
  /** The hour on her own clock, 0 to 23. */
  hour: number
  /** Whether the call is of a daily schedule. */
  isDaily: boolean
  /** Whether the call is to be recorded, which is announced before. */
  isRecorded: boolean
  /** The words of a medication reminder, said to a person alone; null without any. */
  reminderText: string | null
  /** Whether "not yet" is followed by another call. */
  isCalledAgain: boolean
  /** That the call makes up for one that could not be placed: of the same day, or of one before; null for every other call. */
  catchUp?: 'today' | 'earlier' | null
  /** That the call was accepted for a day that is forecast to be very hot, which it is: how to keep cool is said once, before the question. */
  isHotDay?: boolean
  /** "every day": how often calls come; given where somebody is asked whether calls are all right. */
  often?: string | null
  /** How they are spoken to; left out: in English. */
  wording?: Wording
  /** The recordings in a member's own voice that this call may play; left out, none. */
  voice?: FamiliarVoice
}

/** What a member has recorded for a schedule, as far as it can be played now. */
export interface FamiliarVoice {
  greeting: PlayedSound | null
  question: PlayedSound | null
  /** Whether the provider has fetched the greeting: then Cooee introduces itself in short. */
  isGreeted: boolean
}

/** What a talk has to know of its call, and of the move that begins it. `topics`: what the family lets us remember. */
export function talkSubjectOf(
  subject: SpokenSubject,
  { lead }: Pick<Move, 'lead'>,
  topics: readonly string[] = [],
): TalkSubject {
  const { callType, isRecorded, hour } = subject
  return {
    name: calledName(subject),
    askedBy: subject.askedBy,
    callType,
    isRecorded,
    isIntroduced: lead === null,
    localHour: hour,
    topics: [...topics],
  }
}

/** "Margaret" */
export function calledName({ preferredName, name }: Pick<SpokenSubject, 'preferredName' | 'name'>): string {
  return preferredName ?? shortName(name)
}

/** "Robyn"; null where the account holder gave no name: the family, in the words of the language. */
export function askerOf({ askedBy }: Pick<SpokenSubject, 'askedBy'>): string | null {
  return askedBy === null ? null : shortName(askedBy)
}

/** "Robyn", or "your family" where the account holder gave no name. */
export function askerName({ askedBy }: Pick<SpokenSubject, 'askedBy'>): string {
  return askerOf({ askedBy }) ?? CALLS.yourFamily
}
