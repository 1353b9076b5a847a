import { understandingIn } from '../understanding/understanding-in.ts'
import type { TextKey } from './catalogue.ts'
import { ENGLISH_WORDING } from './english/english.ts'
import { COMMANDS, folded, readableText } from './text-commands.ts'
import type { Wording } from './wording.ts'

/** Every word that texts offer, with those that stand beside a number or a date. */
const OFFERED = { ...COMMANDS, 'texts.keyAway': 'AWAY', 'texts.keyUntil': 'UNTIL' } as const
const KEYS = Object.keys(OFFERED) as (keyof typeof OFFERED)[]

export interface CommandsFault {
  key: TextKey
  fault: string
}

/**
 * Why the words that texts offer in a language cannot be told apart when they come back, or are not what its sentences
 * offer; null: they can. Read as they are read on their way in: without accents, and after what counts everywhere.
 */
export function commandsFault(wording: Wording): CommandsFault | null {
  return alikeFault(wording) ?? meaningFault(wording) ?? sentenceFault(wording)
}

function alikeFault({ texts }: Wording): CommandsFault | null {
  const known = new Map<string, TextKey>()
  for (const key of KEYS) {
    const word = folded(texts[key])
    const same = known.get(word)
    if (same) return { key, fault: `${same} is the same word, and nobody could tell them apart` }
    known.set(word, key)
  }
  return null
}

function meaningFault(wording: Wording): CommandsFault | null {
  const { texts, language } = wording
  const { refusalIn, recordingRefusalIn, meaningOf } = understandingIn(language)
  const away = texts['texts.keyAway']
  const reads = (text: string, english: string) => readableText(text, wording).words.toUpperCase() === english
  for (const key of KEYS) {
    const word = texts[key]
    const isTaken =
      key === 'texts.keyUntil'
        ? reads(`${away} ${word} 30/11`, 'AWAY UNTIL 30/11')
        : reads(word, OFFERED[key]) && (key !== 'texts.keyAway' || reads(`${word} 3`, 'AWAY 3'))
    if (!isTaken) return { key, fault: 'This word is taken for another one when somebody texts it' }
    // "Until" never stands alone.
    if (key === 'texts.keyUntil') continue
    if (refusalIn(word) !== null || recordingRefusalIn(word) !== null) {
      return { key, fault: 'This word says that somebody wants no calls, texts or recordings' }
    }
    if (key !== 'texts.keyHelp' && meaningOf(word, []) === 'help') return { key, fault: 'This word asks for help' }
  }
  return null
}

/** A sentence that offers a word has it as it is taken: else somebody types what nobody understands. */
function sentenceFault({ texts }: Wording): CommandsFault | null {
  for (const [name, english] of Object.entries(ENGLISH_WORDING.texts)) {
    const key = name as TextKey
    if (key.startsWith('texts.key')) continue
    const left = KEYS.find((each) => offers(english, OFFERED[each]) && !texts[key].includes(texts[each]))
    if (left) return { key, fault: `Please offer the word ${texts[left]}, as ${left} says, or change both` }
  }
  return null
}

const offers = (sentence: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'u').test(sentence)
