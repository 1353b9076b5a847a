import type { TextKey } from './catalogue.ts'
import type { Language } from './language.ts'
import type { Wording } from './wording.ts'
import { wordingOf } from './wordings.ts'

/** The words that texts offer, and what each of them is in English, which the rules read. */
export const COMMANDS = {
  'texts.keyOk': 'OK',
  'texts.keyHelp': 'HELP',
  'texts.keyDone': 'DONE',
  'texts.keyNotYet': 'NOT YET',
  'texts.keyRead': 'READ',
  'texts.keyBack': 'BACK',
} as const satisfies Partial<Record<TextKey, string>>

/** Commands that are the same everywhere: a digit, those of the provider, and the English ones. */
const EVERYWHERE =
  /^(?:\d|ok|yes|help|done|not yet|read|back|away(?: until)?(?: \d{1,3}(?: ?[/.-] ?\d{1,2})?)?|stop|start)$/

/** A text as the rules read it, and the language whose rules do. */
export interface ReadText {
  words: string
  language: Language
}

/**
 * A text of somebody who is called, as the rules read it: a word that our texts offer in their language becomes the
 * English one, with the name of somebody on the phone beside it or without. Anything else is read in their language.
 */
export function readableText(text: string, wording: Wording, names: readonly string[] = []): ReadText {
  const command = wording.language === 'en-AU' ? null : commandIn(text, wording, names)
  return command === null ? { words: text, language: wording.language } : { words: command, language: 'en-AU' }
}

/** Returns the English command that a text stands for, or null if the text is not one of the commands that we offer. */
function commandIn(text: string, wording: Wording, names: readonly string[]): string | null {
  const said = folded(text)
  if (EVERYWHERE.test(said)) return said
  // The words as they were shipped after those of a reviewer: what was offered before an import may be answered after it.
  const wordings = [wording, wordingOf(wording.language)]
  const away = wordings.map((offered) => awayIn(said, offered)).find((words) => words !== null)
  if (away) return away
  const named = names.filter((name) => name !== '' && said.includes(folded(name)))
  const rest = named
    .reduce((left, name) => left.replace(folded(name), ' '), said)
    .replace(/\s+/g, ' ')
    .trim()
  for (const { texts } of wordings) {
    const english = commandOf(rest, texts)
    if (english === null) continue
    if (named.length === 0 || english !== 'OK') return english
    return `${named.join(' and ')} ${named.length > 1 ? 'are' : 'is'} OK`
  }
  return null
}

function commandOf(said: string, texts: Wording['texts']): string | null {
  for (const [key, english] of Object.entries(COMMANDS)) {
    if (said === folded(texts[key as keyof typeof COMMANDS])) return english
  }
  return null
}

/** "ASSENTE 3", "ASSENTE FINO AL 30/11": as in English. */
function awayIn(said: string, { texts }: Wording): string | null {
  const away = folded(texts['texts.keyAway'])
  if (!said.startsWith(away)) return null
  const rest = said.slice(away.length).trim()
  if (rest === '' || /^\d{1,3}$/.test(rest)) return `AWAY ${rest}`.trim()
  const until = folded(texts['texts.keyUntil'])
  const date = (rest.startsWith(until) ? rest.slice(until.length) : rest).trim()
  return /^\d{1,2}\s*[/.-]\s*\d{1,2}$/.test(date) ? `AWAY UNTIL ${date}` : null
}

const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩'

/** Without capitals, accents and marks, which thumbs leave out, and without the signs around words. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ς', 'σ')
    .replaceAll('ى', 'ي')
    .replace(/[٠-٩]/g, (digit) => String(ARABIC_DIGITS.indexOf(digit)))
    .replace(/[^\p{L}\p{N}/.-]+/gu, ' ')
    .replace(/[.]+$/, '')
    .trim()
}
