import { bareWords } from '../plain-words.ts'
import type { LanguageTable, Role } from './language-table.ts'

/** A word, or a phrase that is one entry of the table, and what it does. */
export interface Token {
  role: Role
  text: string
}

/** A table made ready for reading. */
export interface Lexicon {
  table: LanguageTable
  roles: ReadonlyMap<string, Role>
  /** Of words without their marks. */
  bareRoles: ReadonlyMap<string, Role>
  /** Each single word of an entry. */
  vocabulary: ReadonlySet<string>
  longest: number
}

/** Alarming first: of words that differ only in marks which were not written, the worse one is meant, or none. */
const ALARMING: readonly Role[] = ['cry', 'ill', 'help', 'vital', 'unable_after']
const NEUTRAL: readonly Role[] = ['kin_i', 'me', 'glue', 'much', 'filler', 'hesitation', 'soft_yes']

/** Makes a table ready. Throws where an entry has two roles: a word that says two things needs a phrase around it. */
export function lexiconOf(table: LanguageTable): Lexicon {
  const roles = new Map<string, Role>()
  const bareRoles = new Map<string, Role>()
  for (const [role, list] of Object.entries(table.words) as [Role, string][]) {
    for (const entry of entriesOf(list)) {
      const key = wordsOf(table, entry).join(' ')
      const known = roles.get(key)
      if (known !== undefined && known !== role) throw new Error(`"${entry}" is ${known} and ${role}`)
      roles.set(key, role)
      if (table.bare) {
        const bare = key.split(' ').map(table.bare.strip).join(' ')
        bareRoles.set(bare, commonRole(bareRoles.get(bare), role))
      }
    }
  }
  const keys = [...roles.keys()]
  const vocabulary = new Set(keys.flatMap((key) => key.split(' ')))
  return { table, roles, bareRoles, vocabulary, longest: Math.max(...keys.map((key) => key.split(' ').length)) }
}

function commonRole(one: Role | undefined, other: Role): Role {
  if (one === undefined || one === other) return other
  const alarming = ALARMING.find((role) => role === one || role === other)
  if (alarming) return alarming
  if ([one, other].includes('i')) return 'i'
  return (
    NEUTRAL.find((role) => [one, other].includes(role) && NEUTRAL.includes(one) && NEUTRAL.includes(other)) ?? 'maybe'
  )
}

/** The entries of a list, with each of their endings. */
export function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .flatMap(withEndings)
}

function withEndings(entry: string): string[] {
  const found = /\(([^)]*)\)/.exec(entry)
  if (!found) return [entry.replace(/\s+/g, ' ').trim()]
  const [whole, endings = ''] = found
  return endings.split('|').flatMap((ending) => withEndings(entry.replace(whole, ending)))
}

/** The words of an entry or a sign. */
export function wordsOf(table: LanguageTable, entry: string): string[] {
  return table.normalise(entry).filter((word) => word !== ',')
}

/**
 * Reads a text as entries of the table: of several ways the one that leaves the fewest words unknown, then the one with the
 * longest entries. Han characters are words here, so that no segmentation is needed before.
 */
export function tokensOf(lexicon: Lexicon, text: string, names: readonly string[]): Token[] {
  const { table } = lexicon
  const words = table.normalise(text)
  const { bare } = table
  if (!bare) return readingOf(lexicon, words, lexicon.roles, names)
  if (bare.isBare(text)) return readingOf(lexicon, words.map(bare.strip), lexicon.bareRoles, names)
  return withBareCries(lexicon, readingOf(lexicon, words, lexicon.roles, names), names)
}

/** Words without marks between words that have them: nobody knows what they say, unless they may alarm. */
function withBareCries(lexicon: Lexicon, tokens: readonly Token[], names: readonly string[]): Token[] {
  const read: Token[] = []
  for (let place = 0; place < tokens.length; ) {
    let end = place
    while (tokens[end]?.role === 'unknown') end++
    const stretch = tokens.slice(place, end).map(({ text }) => text)
    const again = readingOf(lexicon, stretch, lexicon.bareRoles, names)
    if (stretch.length > 0)
      read.push(...(again.some(({ role }) => ALARMING.includes(role)) ? again : tokens.slice(place, end)))
    const next = tokens[end]
    if (next) read.push(next)
    place = end + 1
  }
  return read
}

function readingOf(
  lexicon: Lexicon,
  words: readonly string[],
  roles: ReadonlyMap<string, Role>,
  names: readonly string[],
): Token[] {
  const nameWords = names.map((name) => lexicon.table.normalise(bareWords(name)))
  const stems = words.map((word) => withoutPrefix(word, lexicon))
  // From the end: what the cheapest reading from each place costs, and its first token.
  const best: { cost: number; length: number; role: Role }[] = []
  best[words.length] = { cost: 0, length: 0, role: 'unknown' }
  for (let place = words.length - 1; place >= 0; place--) {
    const word = words[place] ?? ''
    const rest = best[place + 1]?.cost ?? 0
    const alone = roleOfSign(word)
    let choice = { cost: rest + (alone === 'unknown' ? UNKNOWN_COST : 0), length: 1, role: alone }
    const take = (length: number, role: Role) => {
      const cost = (best[place + length]?.cost ?? 0) + 1
      if (cost < choice.cost || (cost === choice.cost && length > choice.length)) choice = { cost, length, role }
    }
    if (alone === 'unknown') {
      const length = nameAt(words, place, nameWords)
      if (length > 0 && !roles.has(words.slice(place, place + length).join(' '))) take(length, 'name')
      for (let entry = 1; entry <= Math.min(lexicon.longest, words.length - place); entry++) {
        const role =
          roles.get(words.slice(place, place + entry).join(' ')) ??
          roles.get(stems.slice(place, place + entry).join(' '))
        if (role) take(entry, role)
      }
    }
    best[place] = choice
  }
  const tokens: Token[] = []
  for (let place = 0; place < words.length; ) {
    const { length, role } = best[place] ?? { length: 1, role: 'unknown' as const }
    tokens.push({ role, text: words.slice(place, place + length).join(' ') })
    place += length
  }
  return tokens
}

const UNKNOWN_COST = 100
const roleOfSign = (word: string): Role => (word === ',' ? 'pause' : word === '?' ? 'asked' : 'unknown')

/** How many words a name has that begins here: all of it, or one of its parts. */
function nameAt(words: readonly string[], place: number, names: readonly string[][]): number {
  const lengths = names.flatMap((name) =>
    [name, name.slice(1), ...name.map((part) => [part])].map((parts) => fits(words, place, parts)),
  )
  return Math.max(0, ...lengths)
}

function fits(words: readonly string[], place: number, parts: readonly string[]): number {
  // A single letter or character says too little.
  if (parts.join('').length < 2) return 0
  return parts.every((part, index) => words[place + index] === part) ? parts.length : 0
}

/** "والحمد" is "و" and "الحمد" where that is a word; a rest of two letters may be anything. */
function withoutPrefix(word: string, { table, vocabulary }: Lexicon): string {
  const prefix = table.prefixes?.find(
    (part) => word.startsWith(part) && word.length - part.length > 2 && vocabulary.has(word.slice(part.length)),
  )
  return prefix === undefined ? word : word.slice(prefix.length)
}
