import type { Judged, TalkEnd } from '#core/talk/talk-events.ts'
import type { TalkSubject } from '#core/talk/talk-subject.ts'
import type { TalkUse } from '../keep-talk.ts'

/** Something that Cooee said in a talk: kept with the person's next turn, since an interruption cuts it. */
export interface SpokenTurn {
  text: string
  /** When it was said. */
  at: Date
}

/** A key, or a finished turn of words: `together` with those before it that Cooee has not replied to yet. */
export interface TalkHeard {
  keys: string
  speech: string
  together: string | null
}

/** A finished turn as it was judged. */
export interface JudgedTurn extends Judged {
  /** Names it in the transcript; null where it came too late and was not kept. */
  turnStep: string | null
}

/** What the call makes of its talk: the same rules as outside of one. Every change is a transaction of its own. */
export interface TalkJudge {
  /** Begins the talk of an attempt, once. Null: the call holds none now, or has had it. */
  open(attemptId: number, providerCallId: string): Promise<TalkSubject | null>
  /** Judges a key or a finished turn of words, and keeps it after what Cooee said before. */
  heard(attemptId: number, heard: TalkHeard, spokenBefore: readonly SpokenTurn[]): Promise<JudgedTurn>
  /** The model heard a request for help: they are asked back, and it is reported if nobody answers. */
  raiseHelp(attemptId: number): Promise<void>
  /** Keeps something that was said, with the turn it rests on. */
  note(attemptId: number, note: { turnStep: string; topic: string; words: string }): Promise<void>
  /** Whether the talk may go on: the call has taken no other way meanwhile, it is still agreed to, and nobody has switched talks off. */
  mayGoOn(attemptId: number): Promise<boolean>
  /** The talk is over: keeps what Cooee said last, and what it took. */
  end(attemptId: number, ended: { reason: TalkEnd; spoken: readonly SpokenTurn[]; use: TalkUse }): Promise<void>
}
