import { sentenceOf } from '../guards/sentence/sentence.ts'
import { hasContactDetails } from '../guards/subjects/contact-details.ts'
import { isClinical } from '../guards/subjects/is-clinical.ts'
import { isAboutMoney } from '../guards/subjects/money.ts'
import type { TalkTurn } from '../talk-state.ts'
import { sharesContent } from './content-words.ts'
import { isAboutHealth } from './is-about-health.ts'

/** A sentence about a talk, and the turn of the person that it rests on. */
export interface SummarySentence {
  text: string
  turn: number
}

export const MAX_SUMMARY_SENTENCES = 5
const MAX_LENGTH = 240

/**
 * Of the sentences that a model suggests, those that may be shown: at most five, each about a turn that exists, is the
 * person's, and is about the same; none that judges their health, or brings up health, money or addresses. Whatever else is left out, silently.
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
    if (addsTo(rests.text, sentence, names)) continue
    if (kept.some((other) => other.text === sentence)) continue
    kept.push({ text: sentence, turn })
  }
  return kept.slice(0, MAX_SUMMARY_SENTENCES)
}

/** Whether a sentence names health, money or an address that the person's turn does not: a family would take it for theirs. */
function addsTo(said: string, text: string, names: readonly string[]): boolean {
  const subjects = [
    isAboutHealth,
    (words: string) => isAboutMoney(sentenceOf(words, names)),
    (words: string) => hasContactDetails(sentenceOf(words, names)),
  ]
  return subjects.some((isAbout) => isAbout(text) && !isAbout(said))
}
