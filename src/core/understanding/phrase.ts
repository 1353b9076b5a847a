import { WORD_CLASSES } from './wordings/word-classes.ts'

/** Nobody says more of them in a row; without a limit a long text that repeats itself would take seconds. */
const AMOUNTS: Record<string, string> = { '*': '{0,8}', '+': '{1,8}' }

/**
 * Compiles a wording into an expression over words that are each followed by one space. A wording is words with a space
 * between them; of each word may be said
 * - `a|b_c`: one of several, `_` being a space in one of them; `{kin}`: any word of a class; both mix: `{kin}|someone`
 * - a `?` behind it: it may be missing; `*`: up to eight of them; `+`: one to eight
 * - `..3`: up to three words, whatever they are; `.`: exactly one
 * - `!a|b` before the first word: not after these; `~a|b`: not before these
 * - `^` and `$`: the beginning and the end of what was said.
 */
export function phrase(wording: string, flags = 'y'): RegExp {
  const items = wording.trim().split(/\s+/)
  const bordered = wording.startsWith('^') || wording.startsWith('!') ? '' : '(?<![^ ])'
  return new RegExp(bordered + items.map(sourceOf).join(''), flags)
}

/** One expression for the first of several wordings, wherever it stands. */
export function anyPhrase(wordings: readonly string[], flags = ''): RegExp {
  return new RegExp(wordings.map((wording) => `(?:${phrase(wording).source})`).join('|'), flags)
}

/** The words that wordings are made of, those of their classes included. */
export function wordsIn(wordings: readonly string[]): string[] {
  return wordings.flatMap((wording) => {
    const resolved = wording.replace(/\{([a-z_]+)\}/g, (_, name: string) => wordsIn(classOf(name)).join(' '))
    return resolved.match(/[\p{L}\p{N}]+/gu) ?? []
  })
}

function sourceOf(item: string): string {
  if (item === '^') return '^'
  if (item === '$') return '$'
  if (item === '.') return '[^ ]+ '
  if (item.startsWith('..')) return `(?:[^ ]+ ){0,${item.slice(2)}}`
  if (item.startsWith('!')) return `(?<![^ ])(?<!(?<![^ ])(?:${alternatives(item.slice(1))}))`
  if (item.startsWith('~')) return `(?!${alternatives(item.slice(1))})`
  const [, words = '', amount = ''] = /^(.*?)([?*+]?)$/.exec(item) ?? []
  return `(?:${alternatives(words)})${AMOUNTS[amount] ?? amount}`
}

function alternatives(words: string): string {
  return (
    words
      .split('|')
      .flatMap((word) => (word.startsWith('{') ? classOf(word.slice(1, -1)) : [word]))
      .map((word) => (word === '$' ? '$' : `${word.replaceAll('_', ' ')} `))
      // The longest first: an expression takes the first that fits, and "pardon" would leave the "me" behind.
      .sort((one, other) => other.length - one.length)
      .join('|')
  )
}

function classOf(name: string): readonly string[] {
  const words = WORD_CLASSES[name]
  if (!words) throw new Error(`No class of words is called ${name}`)
  return words.flatMap((word) => (word.startsWith('{') ? classOf(word.slice(1, -1)) : [word]))
}
