/** The provider's end of a talk: it turns words into speech. */
export interface TalkLine {
  /** Speaks `words` after what was sent before, spaces as they are. `isLast` closes Cooee's turn; then `words` may be empty. */
  speak(words: string, how: { isLast: boolean }): void
  /** Gives the call back: it goes on with what follows the talk. What is still to be spoken is cut. Repeating it does nothing. */
  handBack(): void
}

/** Hears what happens on the line of a talk, in its order. */
export interface TalkListener {
  /** A finished turn of words. */
  said(words: string): void
  pressed(key: string): void
  /** They spoke or pressed while Cooee spoke: only `heard` of it reached them, the rest is dropped. */
  interrupted(heard: string): void
  /** Cooee has begun or stopped to speak. */
  speaking(isSpeaking: boolean): void
  /** The person has begun or stopped to speak; the words follow. A noise may count as well. */
  theySpeak(isSpeaking: boolean): void
  /** What came was not understood, again and again: the line is good for nothing more. */
  unusable(reason: string): void
  /** The line is closed. `isOrderly`: the provider closed it as it does when somebody hangs up, or after `handBack`. */
  closed(how: { isOrderly: boolean }): void
}

/** Talks over the provider's relay, as its adapter opens them after the signature was verified. */
export interface ProviderTalks {
  /** The line for an attempt's talk is open, and its first words are about to be spoken. Null: there is no talk to be held, or it was held. */
  opened(attemptId: number, providerCallId: string, line: TalkLine): Promise<TalkListener | null>
  /** The process is about to stop: every talk in it is given back. Resolves once their calls have gone on, or soon after. */
  stop(): Promise<void>
}
