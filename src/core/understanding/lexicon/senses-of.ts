import type { Role } from './language-table.ts'
import type { Lexicon, Token } from './lexicon.ts'

/** What a sentence says, one thing each; a whole answer is judged by all of them. */
export type ClauseSense =
  | 'alarm'
  /** "I'm not ill": neither an alarm nor a reassurance. */
  | 'denied'
  | 'no_help'
  /** "Don't call an ambulance." */
  | 'no_service'
  | 'well'
  | 'taken'
  | 'not_yet'
  | 'yes'
  | 'no'
  | 'who'
  | 'pardon'
  | 'greeting'
  | 'please'
  | 'sorry'
  | 'chat'
  /** Something is left open: a word that is not known, a question, an "if", a "maybe". */
  | 'doubt'

/** What an answer says, and how sure a cry in it is. */
export interface Senses {
  all: ReadonlySet<ClauseSense>
  /** Somebody cries for help themselves, or sends for somebody. */
  isOwnCry: boolean
}

/** Roles between a "not" and what it denies. */
const TRANSPARENT: ReadonlySet<Role> = new Set([
  'glue',
  'much',
  'i',
  'kin_i',
  'me',
  'can',
  'none',
  'third',
  'you',
  'other',
  'medicine',
  'hesitation',
  'soft_yes',
])
/** Beside a bare noun such as "ambulance" they add nothing, so that it is a request. */
const BESIDE_SERVICE: ReadonlySet<Role> = new Set([
  'service',
  'please',
  'yes',
  'agreed',
  'no',
  'glue',
  'i',
  'me',
  'filler',
  'thanks',
  'hesitation',
  'name',
  'greeting',
  'pause',
])
/** With them "come" is said to us. */
const WITH_COME: ReadonlySet<Role> = new Set(['please', 'me', 'person', 'service', 'help', 'name', 'need', 'want'])
const SIMPLE: Partial<Record<Role, ClauseSense>> = {
  yes: 'yes',
  who: 'who',
  pardon: 'pardon',
  greeting: 'greeting',
  ask_back: 'greeting',
  please: 'please',
  sorry: 'sorry',
  maybe: 'doubt',
  if: 'doubt',
  but: 'doubt',
  unknown: 'doubt',
  too_much: 'doubt',
  wrong: 'doubt',
}
/** Right after a "not yet" they say what has not come yet: sleep, a doctor, a better day. */
const NOT_OF_MEDICINE: ReadonlySet<Role> = new Set([
  'vital',
  'chat',
  'perceive',
  'can',
  'well',
  'fine',
  'agreed',
  'come',
  'person',
  'service',
])
const ANSWERS: ReadonlySet<Role> = new Set([
  'well',
  'fine',
  'took',
  'take',
  'will_take',
  'not_yet',
  'yes',
  'agreed',
  'ill',
  'help',
])

/** Splits at pauses, questions and "but", reads each part, and adds what only the whole says. */
export function sensesOf(lexicon: Lexicon, tokens: readonly Token[]): Senses {
  const all = new Set<ClauseSense>()
  let isOwnCry = false
  const carried = { isPending: false }
  const read = resolved(lexicon, tokens)
  for (const clause of clausesOf(read)) {
    const { senses, isOwnCry: isCry } = readClause(clause, carried)
    for (const sense of senses) all.add(sense)
    isOwnCry ||= isCry
  }
  if (carried.isPending) all.add('doubt')
  if (all.size === 0 && tokens.some(({ role }) => role === 'soft_yes')) all.add('yes')
  if (endsInNo(read)) all.add('doubt')
  const roles = new Set(tokens.map(({ role }) => role))
  if (roles.has('hopefully') && (all.has('well') || all.has('taken') || all.has('yes'))) all.add('doubt')
  const isOfMedicine = roles.has('took') || roles.has('take') || roles.has('medicine')
  if (isOfMedicine && !all.has('denied') && (roles.has('too_much') || roles.has('wrong'))) all.add('alarm')
  if (roles.has('medicine') && !all.has('taken') && !all.has('not_yet')) all.add('doubt')
  return { all, isOwnCry }
}

/** "Fine, no": a no after an answer takes it back, or answers something else. */
function endsInNo(tokens: readonly Token[]): boolean {
  const answers = tokens.map(({ role }) => role).filter((role) => role === 'no' || ANSWERED.has(role))
  return answers.at(-1) === 'no' && answers.some((role) => role !== 'no')
}

const ANSWERED: ReadonlySet<Role> = new Set(['well', 'fine', 'took'])

interface Clause {
  tokens: Token[]
  isQuestion: boolean
}

function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [{ tokens: [], isQuestion: false }]
  for (const token of tokens) {
    const clause = clauses.at(-1) as Clause
    if (token.role === 'asked' || token.role === 'asks') clause.isQuestion = true
    else if (token.role !== 'pause') clause.tokens.push(token)
    if (token.role === 'asked' || token.role === 'pause') clauses.push({ tokens: [], isQuestion: false })
    if (token.role === 'but') clauses.push({ tokens: [], isQuestion: false })
  }
  return clauses.filter(({ tokens: rest, isQuestion }) => rest.length > 0 || isQuestion)
}

/** Says of every word that is "no" alone and "not" before something which of the two it is here. */
function resolved({ table }: Lexicon, tokens: readonly Token[]): Token[] {
  const wordsIn = (list = '') => new Set(list.split(',').map((word) => table.normalise(word).join(' ')))
  const asksAtEnd = wordsIn(table.asksAtEnd)
  const notYet = wordsIn(table.notYetAlone)
  const isEnd = (role: Role | undefined) => role === undefined || role === 'pause' || role === 'asked'
  const read: Token[] = []
  for (const [place, token] of tokens.entries()) {
    const next = tokens[place + 1]?.role
    const before = read.filter(({ role }) => role !== 'glue' && role !== 'medicine').at(-1)?.role
    if (isEnd(next) && asksAtEnd.has(token.text) && before !== undefined && ANSWERS.has(before) && before !== 'yes') {
      read.push({ ...token, role: 'asks' })
    } else if (token.role === 'no_or_not') {
      const denied = tokens.slice(place + 1).find(({ role }) => role !== 'glue')?.role
      const isNot = denied !== undefined && table.negatedByNo.includes(denied)
      const alone = notYet.has(token.text) ? 'not_yet' : 'no'
      // "Không … khỏe không?" asks something.
      read.push({ ...token, role: isNot ? 'neg' : denied === 'ask_back' ? 'maybe' : alone })
    } else if (token.role === 'is_not') {
      const rest = next === 'glue' ? tokens[place + 2]?.role : next
      const isAlone = isEnd(rest) || rest === 'i' || rest === 'thanks' || rest === 'no' || rest === 'is_not'
      const denies = rest === 'well' || rest === 'agreed' || rest === 'ill' || rest === 'help' || rest === 'much'
      read.push({ ...token, role: isAlone ? 'no' : denies ? 'neg' : 'maybe' })
    } else if (token.role === 'neg' && read.at(-1)?.text === token.text) {
      // A stammer denies once.
    } else {
      read.push(token)
    }
  }
  return read
}

interface Read {
  senses: Set<ClauseSense>
  isOwnCry: boolean
}

/** Words between a "not" and what it may deny: none but transparent ones, a pause, or words that nobody knows. */
type Scope = 'open' | 'torn'

function readClause({ tokens, isQuestion: endsAsQuestion }: Clause, carried: { isPending: boolean }): Read {
  const roles = new Set(tokens.map(({ role }) => role))
  const isQuestion = endsAsQuestion || roles.has('asks_need')
  const senses = new Set<ClauseSense>()
  const isOffer =
    (roles.has('you') || roles.has('you_need') || roles.has('asks_need')) &&
    (isQuestion || roles.has('if')) &&
    !roles.has('i') &&
    !roles.has('me')
  const alarm = () => senses.add(isOffer ? 'doubt' : 'alarm')
  let negations = carried.isPending ? 1 : 0
  let scope: Scope = carried.isPending ? 'torn' : 'open'
  let wasDenied = false
  let isNeeded = false
  let isNeedDenied = false
  let isFetchDenied = false
  let isUnable = false
  let isAbleSkipped = false
  let isOwnCry = false
  let last: Role | null = null
  const isAlone = tokens.every(({ role }) => BESIDE_SERVICE.has(role))
  /** Takes the negation before a word: denied, plain, or not to be told. */
  const denial = (): 'denied' | 'plain' | 'unclear' => {
    const is = negations === 0 ? 'plain' : negations === 1 && scope === 'open' ? 'denied' : 'unclear'
    wasDenied = is === 'denied'
    negations = 0
    scope = 'open'
    return is
  }
  const say = (plain: ClauseSense, denied: ClauseSense) => {
    const is = denial()
    senses.add(is === 'plain' ? plain : is === 'denied' ? denied : 'doubt')
  }
  for (const [place, { role }] of tokens.entries()) {
    switch (role) {
      case 'neg':
        negations += 1
        scope = 'open'
        break
      case 'nor':
        if (wasDenied && negations === 0) negations = 1
        break
      case 'none':
        if (isNeedDenied) {
          senses.add('no_help')
          // "Call nobody", and then a cry.
          isNeedDenied = !isFetchDenied
        } else if (negations === 0 && !wasDenied) {
          // "Non ho preso niente" denies once.
          negations = 1
        }
        break
      case 'no': {
        // "No bene" may be a "non bene" that was misheard.
        senses.add('no')
        if (tokens[place + 1]?.role === 'well') senses.add('doubt')
        break
      }
      case 'well': {
        const is = denial()
        if (is === 'denied') alarm()
        else senses.add(is === 'plain' ? 'well' : 'doubt')
        break
      }
      case 'agreed': {
        const is = denial()
        // "I am OK" is more than an "OK".
        const isOfOneself = tokens.slice(0, place).some((before) => before.role === 'i')
        if (is === 'denied') alarm()
        else senses.add(is === 'unclear' ? 'doubt' : isOfOneself ? 'well' : 'yes')
        break
      }
      case 'fine':
        say('well', 'doubt')
        break
      case 'ill':
        if (denial() === 'denied') senses.add('denied')
        else alarm()
        break
      case 'cry':
        senses.add('alarm')
        isOwnCry = true
        break
      case 'help': {
        const is = denial()
        if (is === 'denied' || isNeedDenied) senses.add('no_help')
        else if (tokens.slice(Math.max(0, place - 2), place).some((before) => before.role === 'thanks'))
          senses.add('chat')
        else alarm()
        break
      }
      case 'need':
      case 'you_need':
      case 'asks_need':
      case 'want': {
        const is = denial()
        if (is === 'denied') isNeedDenied = true
        else isNeeded = true
        if (is === 'unclear') senses.add('doubt')
        break
      }
      case 'no_need':
        isNeedDenied = true
        denial()
        break
      case 'fetch':
        isFetchDenied = denial() === 'denied'
        if (isFetchDenied) isNeedDenied = true
        else isNeeded = true
        break
      case 'service':
      case 'person':
        if (denial() === 'denied' || isNeedDenied) {
          senses.add(isNeedDenied ? 'no_help' : 'doubt')
          if (role === 'service') senses.add('no_service')
        } else if (isNeeded || roles.has('come') || (role === 'service' && isAlone)) {
          alarm()
          isOwnCry ||= !isOffer
        } else senses.add('doubt')
        break
      case 'come': {
        if (denial() === 'denied') senses.add('doubt')
        else if (tokens.some((other) => WITH_COME.has(other.role)) || isAlone || tokens.length === 1) {
          alarm()
          isOwnCry ||= !isOffer
        } else senses.add('doubt')
        break
      }
      case 'unable':
        if (denial() === 'denied') isAbleSkipped = true
        else if (last === 'vital') alarm()
        else isUnable = true
        break
      case 'unable_after':
        if (last === 'vital') alarm()
        else if (last === 'perceive') senses.add('pardon')
        // "Không được khỏe": before another word it is a "not".
        else negations += 1
        break
      case 'vital':
        if (isUnable) alarm()
        else if (isAbleSkipped) senses.add('denied')
        else if (denial() === 'plain') senses.add('chat')
        else alarm()
        break
      case 'perceive':
        say(tokens[place + 1]?.role === 'unable_after' ? 'pardon' : 'chat', 'pardon')
        break
      case 'understood':
        say('yes', 'pardon')
        break
      case 'medicine':
        // There is none left.
        if (negations > 0) senses.add('doubt')
        break
      case 'took':
        say('taken', 'not_yet')
        break
      case 'take':
      case 'will_take': {
        const is = denial()
        const isPutOff = role === 'will_take' || roles.has('later') || roles.has('not_yet') || roles.has('forgot')
        senses.add(is === 'plain' && isPutOff ? 'not_yet' : 'doubt')
        break
      }
      case 'later':
        // "I took it after breakfast."
        if (!roles.has('took') || negations > 0) say('not_yet', 'doubt')
        break
      case 'forgot':
        say('not_yet', 'doubt')
        break
      case 'not_yet':
        if (denial() !== 'plain' || NOT_OF_MEDICINE.has(tokens[place + 1]?.role ?? 'pause')) senses.add('doubt')
        senses.add('not_yet')
        break
      case 'chat':
        say('chat', 'doubt')
        break
      case 'name':
        if (isNeeded && !isNeedDenied) {
          alarm()
          isOwnCry ||= !isOffer
        } else if (isNeedDenied) senses.add('no_help')
        break
      case 'dear':
        if (last === 'fetch' || last === 'need' || last === 'want') {
          alarm()
          isOwnCry = true
        }
        break
      case 'other':
        senses.add('doubt')
        break
      case 'third':
        if (!roles.has('name')) senses.add('doubt')
        break
      default: {
        const simple = SIMPLE[role]
        if (simple) senses.add(simple)
        if (!TRANSPARENT.has(role) && negations > 0) scope = 'torn'
      }
    }
    if (role !== 'glue' && role !== 'i') last = role
  }
  // "I need": of what was left open. "There is no need" is a whole answer.
  if (isNeedDenied && !roles.has('want') && ![...senses].some((sense) => sense !== 'no' && sense !== 'yes'))
    senses.add('no_help')
  if (isNeeded && !senses.has('alarm')) senses.add('doubt')
  if (isNeedDenied && !senses.has('no_help')) senses.add('doubt')
  if (roles.has('you') && !isOffer && !senses.has('alarm') && !roles.has('me') && !onlyTalk(senses)) senses.add('doubt')
  // "I have drunk a beer."
  if (senses.has('taken') && roles.has('chat')) senses.add('doubt')
  if (isQuestion) asQuestion(senses, tokens)
  carried.isPending = negations > 0
  return { senses, isOwnCry }
}

const onlyTalk = (senses: ReadonlySet<ClauseSense>): boolean =>
  senses.size > 0 && [...senses].every((sense) => ['who', 'pardon', 'greeting', 'sorry'].includes(sense))

/** A question answers nothing, and takes no alarm back. */
function asQuestion(senses: Set<ClauseSense>, tokens: readonly Token[]): void {
  if (onlyTalk(senses) || senses.has('alarm')) return
  // "Yes?" is how a phone is answered.
  const isBare =
    tokens.length > 0 &&
    tokens.every(
      ({ role }) =>
        role === 'yes' || role === 'soft_yes' || role === 'greeting' || role === 'name' || role === 'hesitation',
    )
  // "Say it slower, all right?" asks us to repeat.
  const asked = (['who', 'pardon'] as const).filter((sense) => senses.has(sense))
  senses.clear()
  for (const sense of asked) senses.add(sense)
  if (asked.length > 0) return
  senses.add(isBare ? 'greeting' : 'doubt')
}
