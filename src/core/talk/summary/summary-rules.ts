import { isClinical } from '../guards/is-clinical.ts'
import type { TalkTurn } from '../talk-state.ts'
import { sharesContent } from './content-words.ts'

/** A sentence about a talk, and the turn of the person that it rests on. */
export interface SummarySentence {
  text: string
  turn: number
}

export const MAX_SUMMARY_SENTENCES = 5
const MAX_LENGTH = 240

/**
 * Of the sentences that a model suggests, those that may be shown: at most five, each about a turn that exists, is the
 * person's, and is about the same; none that judges their health. Whatever else is left out, silently.
 */
export function summaryOf(
  suggested: readonly SummarySentence[],
  turns: readonly TalkTurn[],
  names: readonly string[] = [],
): SummarySentence[] {
  const kept: SummarySentence[] = []
  for (const { text, turn } of suggested) {
    const sentence = text.trim()
    const rests = turns.find(({ number }) => number === turn)
    if (sentence === '' || sentence.length > MAX_LENGTH || isClinical(sentence)) continue
    if (rests?.by !== 'person' || !sharesContent(rests.text, sentence, names)) continue
    if (kept.some((other) => other.text === sentence)) continue
    kept.push({ text: sentence, turn })
  }
  return kept.slice(0, MAX_SUMMARY_SENTENCES)
}
