import { isKeyword, type Refused, recordingRefusalIn, refusalIn } from '../answers/refusal-in.ts'
import type { Meaning } from '../meaning-of.ts'
import type { Understanding } from '../understanding.ts'
import type { Speaker } from '../what-speaks.ts'
import { bySigns } from './by-signs.ts'
import type { LanguageTable, Role } from './language-table.ts'
import { entriesOf, lexiconOf, tokensOf, wordsOf } from './lexicon.ts'
import { type Senses, sensesOf } from './senses-of.ts'
import { speakersOf } from './speakers-of.ts'

/** A request for help is short; a television talks on. A Han character counts as a word. */
const LONGEST_CRY = 20
const SHORT_CRY = 8
const BESIDE_YES: ReadonlySet<Role> = new Set(['yes', 'soft_yes', 'agreed', 'please', 'hesitation', 'pause'])
const BESIDE_PLEASE: ReadonlySet<Role> = new Set([
  ...BESIDE_YES,
  'want',
  'need',
  'i',
  'thanks',
  'filler',
  'dear',
  'greeting',
  'name',
  'glue',
])
const OPENERS: ReadonlySet<Role> = new Set(['hesitation', 'pause'])
const COURTESY: ReadonlySet<Role> = new Set([
  'soft_yes',
  'please',
  'thanks',
  'sorry',
  'greeting',
  'filler',
  'dear',
  'hesitation',
  'no',
  'no_or_not',
  'yes',
  'agreed',
  'pause',
  'name',
  'bye',
])
const AROUND_DIGIT: ReadonlySet<Role> = new Set([
  'soft_yes',
  'kin_i',
  'please',
  'thanks',
  'yes',
  'agreed',
  'greeting',
  'hesitation',
  'filler',
  'dear',
  'i',
  'name',
  'pause',
  'glue',
])
const ALL_CLEAR: ReadonlySet<Role> = new Set([
  'soft_yes',
  'fine',
  'yes',
  'agreed',
  'thanks',
  'greeting',
  'filler',
  'dear',
  'glue',
  'pause',
  'hesitation',
])
/** Who begins with one of these has been heard from the beginning: the "not" of the language would stand after it. */
const BEGINS: ReadonlySet<Role> = new Set(['hesitation', 'greeting', 'pause', 'thanks'])

/** Judges words by one language's table, and by the rules that hold for every table. */
export function understandingByTable(table: LanguageTable): Understanding {
  const lexicon = lexiconOf(table)
  const speakers = speakersOf(table)
  const refusals = (Object.entries(table.refusals) as [Refused, string][]).flatMap(([refused, list]) =>
    entriesOf(list).map((entry) => ({ refused, words: wordsOf(table, entry).join(' ') })),
  )
  const digits = digitsOf(table)
  const read = (text: string, names: readonly string[]) => tokensOf(lexicon, text, names)
  const isDistress = (senses: Senses) => senses.all.has('alarm')
  const spoken = (text: string) => table.normalise(text)
  const plainWords = (text: string) => spoken(text).filter((word) => word !== ',')

  function whatSpeaks(text: string, names: readonly string[]): Speaker | null {
    const speaker = speakers.speakerOf(spoken(text))
    return speaker === 'hold' && isDistress(sensesOf(lexicon, read(text, names))) ? null : speaker
  }

  function meaningOf(text: string, names: readonly string[]): Meaning | null {
    return bySigns(text, (isSmiling) => {
      const speaker = speakers.speakerOf(spoken(text))
      if (speaker !== null && speaker !== 'hold') {
        const isHelp = speakers.besides(spoken(text)).some((rest) => {
          const senses = sensesOf(lexicon, read(rest, names))
          return (
            isDistress(senses) &&
            (senses.isOwnCry || read(rest, names).some(({ role }) => role === 'i' || role === 'me'))
          )
        })
        return isHelp ? 'help' : null
      }
      const tokens = read(text, names)
      const senses = sensesOf(lexicon, tokens)
      if (isDistress(senses)) return 'help'
      if (speaker === 'hold' || senses.all.has('doubt')) return null
      return meaningOfSenses(isSmiling ? new Set([...senses.all, 'well']) : senses.all)
    })
  }

  function isAboutOthers(text: string, names: readonly string[]): boolean {
    const tokens = read(text, names)
    return tokens.some(({ role }, place) => {
      if (role === 'other' || role === 'kin_i' || role === 'third') return true
      const before = tokens[place - 1]?.role
      if (role === 'person')
        return !tokens.some((one) => one.role === 'fetch' || one.role === 'need' || one.role === 'want')
      return (
        role === 'name' && before !== 'thanks' && before !== 'fetch' && SAYS.has(tokens[place + 1]?.role ?? 'pause')
      )
    })
  }

  function isPlainRequestForHelp(text: string, names: readonly string[]): boolean {
    if (/🆘|🚑|🚨/u.test(text)) return true
    const words = plainWords(text)
    if (words.length > LONGEST_CRY || whatSpeaks(text, names) !== null) return false
    const tokens = read(text, names)
    const senses = sensesOf(lexicon, tokens)
    if (!isDistress(senses)) return false
    if (senses.isOwnCry) return true
    if (tokens.some(({ role }) => role === 'other' || role === 'third')) return false
    return tokens.some(({ role }) => role === 'i' || role === 'me') || words.length <= SHORT_CRY
  }

  const hasOnly = (text: string, roles: ReadonlySet<Role>, wanted: Role, names: readonly string[] = []) => {
    const tokens = read(text, names)
    return tokens.every(({ role }) => roles.has(role)) && tokens.some(({ role }) => role === wanted)
  }

  const isBareYes = (text: string): boolean =>
    !spoken(text).includes('?') &&
    ['yes', 'soft_yes', 'agreed', 'please'].some((role) => hasOnly(text, BESIDE_YES, role as Role))

  function refusalOf(text: string): Refused | null {
    const tokens = read(text, [])
    let begin = 0
    let end = tokens.length
    while (COURTESY.has(tokens[begin]?.role ?? 'unknown')) begin++
    while (end > begin && COURTESY.has(tokens[end - 1]?.role ?? 'unknown')) end--
    const whole = plainWords(text).join(' ')
    const inner = tokens
      .slice(begin, end)
      .filter(({ role }) => role !== 'pause')
      .map((token) => token.text)
      .join(' ')
    return refusals.find(({ words }) => words === inner || words === whole)?.refused ?? null
  }

  function spokenDigit(text: string, names: readonly string[]): string | null {
    const symbol = /^\s*([#*])[\s.]*$/.exec(text)?.[1]
    if (symbol) return symbol
    const words = spoken(text)
    if (words.includes('?')) return null
    const found: string[] = []
    const rest = words.filter((word) => {
      const digit = digits.digitOf.get(word)
      if (digit !== undefined) found.push(digit)
      return digit === undefined && !digits.around.has(word)
    })
    if (new Set(found).size !== 1) return null
    return tokensOf(lexicon, rest.join(' '), names).every(({ role }) => AROUND_DIGIT.has(role))
      ? (found[0] ?? null)
      : null
  }

  return {
    meaningOf,
    whatSpeaks,
    isAboutOthers,
    isPlainRequestForHelp,
    isBareYes,
    spokenDigit,
    wantsHelp(text, names) {
      const meaning = meaningOf(text, names)
      if (meaning === 'help' || meaning === 'yes') return true
      if (meaning === 'no' || meaning === 'fine') return false
      const asksForIt = (['please', 'want', 'need'] as const).some((role) => hasOnly(text, BESIDE_PLEASE, role, names))
      return meaning === null && !table.normalise(text).includes('?') && asksForIt ? true : null
    },
    isOwnAllClear: (text) => {
      const tokens = read(text, [])
      return (
        meaningOf(text, []) === 'fine' &&
        (tokens.some(({ role }) => role === 'i') || tokens.every(({ role }) => ALL_CLEAR.has(role)))
      )
    },
    isBareAllClear: (text) => meaningOf(text, []) === 'fine' && read(text, []).every(({ role }) => ALL_CLEAR.has(role)),
    isHesitation(text) {
      const tokens = read(text, [])
      // "Ehm, I …": the answer is yet to come.
      const begun = tokens.at(-1)?.role === 'i' ? tokens.slice(0, -1) : tokens
      return (
        tokens.length > 0 &&
        tokens.some(({ role }) => role === 'hesitation' || role === 'i') &&
        begun.every(({ role }) => OPENERS.has(role))
      )
    },
    isWholeAnswer(text) {
      const first = read(text, []).find(({ role }) => !BEGINS.has(role))?.role
      return (
        first === 'yes' ||
        first === 'soft_yes' ||
        (first === 'i' && !table.dropsPronouns) ||
        spokenDigit(text, []) === '1'
      )
    },
    isSpokenRefusal(words, names) {
      const refused = isKeyword(words) ? null : refusalOf(words)
      const speaker = whatSpeaks(words, names)
      return (refused === 'all' || refused === 'calls') && (speaker === null || speaker === 'hold')
    },
    // The networks' words, and what they are short for, end texts in whatever language the person is called.
    refusalIn: (text) => refusalIn(text) ?? refusalOf(text),
    recordingRefusalIn,
    takesLeave: (text) => read(text, []).some(({ role }) => role === 'bye'),
    namesEverybody: (text) =>
      entriesOf(table.everybody).some((entry) =>
        ` ${plainWords(text).join(' ')} `.includes(` ${wordsOf(table, entry).join(' ')} `),
      ),
  }
}

/** After a name these say something of its bearer. */
const SAYS: ReadonlySet<Role> = new Set(['third', 'glue', 'well', 'ill', 'took', 'fine', 'neg', 'no_or_not', 'much'])

function digitsOf(table: LanguageTable): { digitOf: ReadonlyMap<string, string>; around: ReadonlySet<string> } {
  const digitOf = new Map<string, string>()
  for (const [place, spellings] of table.digits.entries()) {
    const digit = place === 10 ? '#' : place === 11 ? '*' : String(place)
    for (const spelling of spellings.split(' ')) for (const word of wordsOf(table, spelling)) digitOf.set(word, digit)
    digitOf.set(digit, digit)
  }
  return { digitOf, around: new Set(entriesOf(table.aroundDigit).flatMap((entry) => wordsOf(table, entry))) }
}

function meaningOfSenses(senses: ReadonlySet<string>): Meaning | null {
  const has = (...wanted: string[]) => wanted.some((sense) => senses.has(sense))
  if (has('who')) return 'who_is_it'
  if (has('pardon')) return 'pardon'
  // "Yes please" may be to either half of what was asked.
  if (has('please')) return null
  // "Don't call an ambulance, I've had lunch": they have thought of one, so nothing else counts as good news.
  if (has('no_service') && has('well', 'taken', 'not_yet', 'yes', 'greeting')) return null
  if (has('not_yet')) return has('taken') ? null : 'not_yet'
  if (has('taken')) return has('no', 'denied', 'no_help') ? null : 'taken'
  if (has('well')) return 'fine'
  if (has('denied')) return null
  if (has('greeting')) return has('no', 'no_help', 'chat') ? null : 'greeting'
  if (has('yes')) return has('no', 'no_help', 'chat') ? null : 'yes'
  if (has('no', 'no_help')) return 'no'
  return has('sorry') && !has('chat') ? 'pardon' : null
}
