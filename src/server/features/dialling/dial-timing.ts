/** How long to wait before the provider is asked for the result of a dial. All in milliseconds. */
export interface DialTiming {
  /** After a claim without a further record: longer than any request may take. */
  reconcileAfterMs: number
  /** After the provider said that it is too busy: hardly ever placed. */
  askAfterBusyMs: number
  /** After silence or an error in the middle: longer, since the call may be on its way and not yet in the list. */
  askAfterSilenceMs: number
  /** After the provider took a call without a callback. */
  firstPollMs: number
  /** After the last callback: while they arrive, the provider need not be asked. */
  quietMs: number
  /** After the provider was asked and it is still open; doubled each time, up to a minute. */
  askAgainMs: number
  /** The shortest time that a word said by Cooee takes: words that are heard earlier have cut the question short. */
  spokenWordMs: number
}

/** What suits a real provider; tests shorten it. */
export const DIAL_TIMING: Readonly<DialTiming> = {
  reconcileAfterMs: 20_000,
  askAfterBusyMs: 2_000,
  askAfterSilenceMs: 20_000,
  firstPollMs: 15_000,
  quietMs: 60_000,
  askAgainMs: 2_000,
  // 170 words a minute; our voice speaks about 150.
  spokenWordMs: 350,
}
