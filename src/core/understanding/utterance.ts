import { bareWords } from './plain-words.ts'
import { FOLLOWS_IS, HESITATIONS, ONE_SPELLING, SHORT_FORMS } from './wordings/spellings.ts'
import { VOCABULARY } from './wordings/vocabulary.ts'

/** What was said, in one spelling. */
export interface Utterance {
  /** Words alone, each followed by one space; immediate repetitions are said once. A question mark is `¿`. */
  flat: string
  /** The same with a comma wherever a sentence or a part of one ends, where the recogniser or the writer gave one. */
  bounded: string
  words: readonly string[]
}

/** Names of people become one word that no speech holds, since lower case is all that is left. */
const NAME = 'NAME'
const LONGEST_REPETITION = 4

/** Brings words into one spelling: no short forms, no capitals, no held letters, no hesitations, `NAME` for each name. */
export function utteranceOf(text: string, names: readonly string[] = []): Utterance {
  const isName = nameTest(names)
  const plain = SHORT_FORMS.reduce(
    (said, [form, full]) => said.replace(form, full),
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc`´]/g, "'"),
  )
  const words = plain
    // "Robyn's here" and "my leg's broken", but "my daughter's tablets".
    .replace(/(\p{L}+)'s\b(?= (\p{L}+)|)/gu, (whole, word: string, next = '') =>
      isName(word) || FOLLOWS_IS.has(next) || next.endsWith('ing') ? `${word} is` : whole,
    )
    .replace(/(?<=\d)[.:](?=\d)/g, '')
    .replace(/[?]+/g, ' ¿ ')
    .replace(/[.,;!:\n\u2014\u2013]+/g, ' , ')
    .replace(/'/g, '')
    .replace(/[^\p{L}\p{N}¿,]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => spelled(word, isName))
    .filter((word) => word !== '' && !HESITATIONS.has(word))
  const flat = withoutRepetitions(withoutRepeatedNames(words.filter((word) => word !== ',')))
  return { flat: joined(flat), bounded: joined(withoutRepeatedNames(words)), words: flat }
}

const joined = (words: readonly string[]): string => words.map((word) => `${word} `).join('')

function spelled(word: string, isName: (word: string) => boolean): string {
  if (isName(word)) return NAME
  const short = withoutHeldLetters(word)
  return ONE_SPELLING.get(word) ?? ONE_SPELLING.get(short) ?? short
}

/** "helllp" is "help", "gooood" is "good". */
function withoutHeldLetters(word: string): string {
  if (!/(\p{L})\1\1/u.test(word)) return word
  const doubled = word.replace(/(\p{L})\1{2,}/gu, '$1$1')
  return VOCABULARY.has(doubled) ? doubled : word.replace(/(\p{L})\1{2,}/gu, '$1')
}

/** "I'm I'm fine": people begin again, and call twice. */
function withoutRepetitions(words: readonly string[]): string[] {
  const kept: string[] = []
  for (const word of words) {
    kept.push(word)
    for (let length = 1; length <= LONGEST_REPETITION && length * 2 <= kept.length; length++) {
      const last = kept.slice(-length).join(' ')
      if (kept.slice(-2 * length, -length).join(' ') === last) kept.splice(-length)
    }
  }
  return kept
}

const withoutRepeatedNames = (words: readonly string[]): string[] =>
  words.filter((word, place) => word !== NAME || words[place - 1] !== NAME)

/** Whether a word is a name, also as a recogniser writes it ("Robin" for Robyn). One with a meaning here ("Will", "Grace") stays that word. */
function nameTest(names: readonly string[]): (word: string) => boolean {
  const parts = names.flatMap((name) => bareWords(name).split(' ')).filter((part) => part.length > 1)
  const known = new Set(parts.flatMap((part) => [part, `${part}s`]))
  const sounds = new Set(parts.map(soundOf).filter((sound) => sound.length >= 3))
  return (word) => {
    if (VOCABULARY.has(word) || ONE_SPELLING.has(word)) return false
    return known.has(word) || (word.length >= 4 && sounds.has(soundOf(word)))
  }
}

/** First letter and consonants, each by its sound: Robyn and Robin, Catherine and Kathryn. */
function soundOf(name: string): string {
  const consonants = name
    .replace(/ph/g, 'f')
    .replace(/[ck]+|ch/g, 'k')
    .replace(/(?<=.)[aeiouyh]/g, '')
  return consonants.replace(/(.)\1+/g, '$1')
}
