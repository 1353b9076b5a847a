import type { Speaker } from '../what-speaks.ts'
import type { LanguageTable } from './language-table.ts'
import { entriesOf, wordsOf } from './lexicon.ts'

const ORDER = ['screening', 'machine', 'reception', 'hold'] as const

/** The signs of who speaks in one language, ready to look for. */
export function speakersOf(table: LanguageTable): {
  speakerOf(words: readonly string[]): Speaker | null
  /** What is said before, between and after such signs, hold apart. */
  besides(words: readonly string[]): string[]
} {
  const signs = ORDER.map((speaker) => ({
    speaker,
    phrases: entriesOf(table.speakers[speaker]).map((entry) => ` ${wordsOf(table, entry).join(' ')} `),
  }))
  const joined = (words: readonly string[]) => ` ${words.filter((word) => word !== ',').join(' ')} `
  return {
    speakerOf(words) {
      const said = joined(words)
      return signs.find(({ phrases }) => phrases.some((phrase) => said.includes(phrase)))?.speaker ?? null
    },
    besides(words) {
      const phrases = signs.filter(({ speaker }) => speaker !== 'hold').flatMap((one) => one.phrases)
      return phrases.reduce(
        (rests, phrase) => rests.flatMap((rest) => rest.split(phrase).map((part) => ` ${part} `)),
        [` ${words.join(' ')} `],
      )
    },
  }
}
