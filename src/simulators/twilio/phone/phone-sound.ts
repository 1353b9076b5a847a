import { wordsOf } from '../pace.ts'

/** What a Gather makes of the words on the line. */
export interface HeardSpeech {
  words: string
  isSpeaking: boolean
  /** When the last word ended; seconds on the line. */
  quietSince: number
}

/** The sounds that a listener to the phone's side receives, as they happen. */
export type Sound = 'speech-began' | 'speech-ended' | 'beep' | 'fax-tone'

interface Utterance {
  words: string[]
  from: number
  to: number
}

/** A Gather that opens just before somebody stops speaking hears nothing of it. */
const UNHEARD_REST_SECONDS = 0.5

/** Everything that sounds on the phone's side of a line. Times are seconds on the line. */
export class PhoneSound {
  readonly #utterances: Utterance[] = []

  add(text: string, from: number, seconds: number): void {
    this.#utterances.push({ words: wordsOf(text), from, to: from + seconds })
  }

  isSpeaking(at: number): boolean {
    return this.#utterances.some(({ from, to }) => from <= at && at < to)
  }

  /** When the phone's side was last heard before `at`; null when it never was. */
  quietSince(at: number): number | null {
    const ended = this.#utterances.filter(({ to }) => to <= at).map(({ to }) => to)
    return ended.length === 0 ? null : Math.max(...ended)
  }

  /** What somebody who listens from `since` has heard by `now`; null for nothing. Words that began earlier are lost. */
  heard(since: number, now: number): HeardSpeech | null {
    const heard = this.#utterances.filter(
      ({ from, to }) => from <= now && (from >= since || to - since >= UNHEARD_REST_SECONDS),
    )
    const words = heard.flatMap((utterance) => timed(utterance)).filter(({ at }) => at >= since && at <= now)
    if (words.length === 0 && !heard.some(({ to }) => to > now)) return null
    return {
      words: words
        .sort((one, other) => one.at - other.at)
        .map(({ word }) => word)
        .join(' '),
      isSpeaking: heard.some(({ to }) => to > now),
      quietSince: Math.max(...heard.map(({ to }) => to)),
    }
  }
}

function timed({ words, from, to }: Utterance): { word: string; at: number }[] {
  const each = (to - from) / Math.max(1, words.length)
  return words.map((word, index) => ({ word, at: from + index * each }))
}
