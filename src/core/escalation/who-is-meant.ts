import { bareWords, namesIn } from '../understanding/plain-words.ts'
import { shortName } from './texts/parts/short-name.ts'

/** Somebody whom an answer to an alert may be about, as one account knows them. */
export interface PersonMeant {
  /** "Margaret Hartley", or "Mum". */
  name: string
  /** Their own number and their second one, E.164. */
  numbers: readonly string[]
  /** Who asked for their calls: "Robyn Hartley"; null when no name was given. */
  askedBy: string | null
}

/** How many last digits of a number distinguish people of one name; more if needed. */
const FEWEST_DIGITS = 3

/** Whether two accounts mean one person: one name, and the same first number. A second number may be the reception of a home. */
export function isSamePerson(one: PersonMeant, other: PersonMeant): boolean {
  return isSameName(one.name, other.name) && one.numbers[0] === other.numbers[0]
}

export interface Meant {
  /** The indexes of those it is about; empty when that is not clear. */
  places: number[]
  /** The text without what says whom it is about. */
  rest: string
}

/**
 * Which of several people an answer to an alert is about: all of them, when it says so ("3 both"); those it names, or whose
 * number ends in the digits that it gives ("3 678"); the only one there is. Two people with one name cannot be distinguished without
 * the digits.
 */
export function whoIsMeant(text: string, people: readonly PersonMeant[]): Meant {
  const persons = personsIn(people)
  const everybody = ofEverybody(text, persons.length)
  if (everybody !== null) return { places: people.map((_, place) => place), rest: everybody }
  const byDigits = ofDigits(text, persons)
  if (byDigits) return byDigits
  const [only] = persons
  if (only && persons.length === 1) return { places: placesOf(only), rest: text }
  const names = namesOf(persons)
  const named = namesIn(text, names).map((place) => names[place])
  const called = persons.filter(([first]) => named.length === 1 && first && bareWords(first.person.name) === named[0])
  const [one] = called
  return { places: one && called.length === 1 ? placesOf(one) : [], rest: text }
}

/** Asks which of several people an answer is about, by the least that distinguishes them. The examples repeat `digit`, their answer. */
export function whichText(people: readonly PersonMeant[], digit: '1' | '2' | '3' = '1'): string {
  const persons = personsIn(people)
  const labels = persons.map((person) => labelOf(person, persons))
  const ways = persons.map((person) => wayOf(person, persons))
  const [one = '', other = one] = ways
  const by = ways.every((way) => /^\d+$/.test(way)) ? 'the digits' : 'the name'
  return `Sorry, who do you mean: ${either.format(labels)}? Reply 1 if you can, 2 if you can't, 3 if all's well, with ${by}: ${digit} ${one}, or ${digit} ${other}. In danger? Call 000.`
}

/** How somebody is called in an answer: by name, and where others have it too by whose they are and the end of their number. */
export function nameAmong(one: PersonMeant, people: readonly PersonMeant[]): string {
  const persons = personsIn(people)
  const person = persons.find((group) => group.some((entry) => isSamePerson(entry.person, one)))
  return person && hasNamesake(person, persons) ? labelOf(person, persons) : one.name
}

interface Entry {
  person: PersonMeant
  place: number
}

/** One person, as all accounts that mean them know them. */
type Person = readonly Entry[]

function personsIn(people: readonly PersonMeant[]): Person[] {
  return people.reduce<Entry[][]>((persons, person, place) => {
    const same = persons.find((entries) => entries.some((entry) => isSamePerson(entry.person, person)))
    if (same) same.push({ person, place })
    else persons.push([{ person, place }])
    return persons
  }, [])
}

const placesOf = (person: Person): number[] => person.map(({ place }) => place)

function namesOf(persons: readonly Person[]): string[] {
  return [...new Set(persons.flatMap(([first]) => (first ? [bareWords(first.person.name)] : [])))]
}

function hasNamesake(person: Person, persons: readonly Person[]): boolean {
  const [first] = person
  return persons.some(
    ([other]) => other && first && other !== first && isSameName(other.person.name, first.person.name),
  )
}

const EVERYBODY = /^([123]) (?:for )?(both|all|everyone|everybody)(?: of them)?$/
const BOTH_ARE_WELL = /^both(?: of them)?(?: are)?(?: all)? (?:ok|okay|fine|well|safe|good|alright|right)(?: now)?$/
/** "Of everybody" stands before or behind what is said of them. */
const GROUP = '(?:both|all|everyone|everybody)(?: of them)?'
const WELL = '(?:ok|okay|fine|well|safe|good|alright|all right|all good)'
const GROUP_IS_WELL = new RegExp(
  `^(?:(?:all|everything)(?: is|s)? ${WELL} with ${GROUP}|all ?clear for ${GROUP}|(?:everyone|everybody|all of them|they)(?: is|s| are|re) (?:all )?${WELL})(?: now)?$`,
)
const AROUND = /^(?:(?:hi|hello|thanks|thank you|ok|okay|yes) )+| (?:thanks|thank you|please|cheers)$/g

/** The answer without "both" or "all"; null where it does not say so. Of more than two "both" says nothing. */
function ofEverybody(text: string, count: number): string | null {
  const said = bareWords(text).replace(AROUND, '')
  const [, digit, who] = EVERYBODY.exec(said) ?? []
  if (digit !== undefined) return who === 'both' && count > 2 ? null : digit
  if (BOTH_ARE_WELL.test(said)) return count <= 2 ? '3' : null
  if (said.includes('both') && count > 2) return null
  return GROUP_IS_WELL.test(said) ? '3' : null
}

const UNIT = /^ ?(?:m|mins?|minutes?|h|hrs?|hours?)\b/i

/** Whose number ends in digits that the text gives; undefined where it gives none of anybody. */
function ofDigits(written: string, persons: readonly Person[]): Meant | undefined {
  const text = withoutGroups(written, persons)
  const given = [...text.matchAll(/\d{3,}/g)].filter(
    ({ 0: digits, index }) => !UNIT.test(text.slice(index + digits.length)),
  )
  const found = given.flatMap(({ 0: digits, index }) => {
    const byOwn = persons.filter((person) => ownNumber(person).endsWith(digits))
    const ending =
      byOwn.length > 0 ? byOwn : persons.filter((person) => numbersOf(person).some((number) => number.endsWith(digits)))
    return ending.length > 0 ? [{ digits, index, ending }] : []
  })
  const [one] = found
  const [person] = one?.ending ?? []
  if (!one || !person) return undefined
  const names = namesOf(persons)
  const named = namesIn(text, names).map((place) => names[place])
  const isOfAnother = named.length > 0 && !named.includes(bareWords(person[0]?.person.name ?? ''))
  if (found.length > 1 || one.ending.length > 1 || isOfAnother) return { places: [], rest: written }
  const rest = `${text.slice(0, one.index)} ${text.slice(one.index + one.digits.length)}`
  return { places: placesOf(person), rest: rest.replace(/\s+/g, ' ').trim() }
}

/** Whole numbers of theirs without spaces, as alerts show them ("+61 491 570 678") and as they are dialled there ("0491 570 678"). */
function withoutGroups(text: string, persons: readonly Person[]): string {
  return persons.flatMap(numbersOf).reduce((rest, number) => {
    const digits = number.replace(/\D/g, '')
    const forms = digits.startsWith('61') ? [digits, `0${digits.slice(2)}`] : [digits]
    const grouped = forms.map((form) => [...form].join('[\\s().-]*')).join('|')
    return rest.replace(new RegExp(`(?<!\\d)\\+?(?:${grouped})(?!\\d)`, 'g'), digits)
  }, text)
}

const ownNumber = ([first]: Person): string => first?.person.numbers[0] ?? ''
const numbersOf = (person: Person): string[] => person.flatMap(({ person: { numbers } }) => numbers)

/** The last digits of somebody's number, as many as distinguish them from all others. */
function digitsOf(person: Person, persons: readonly Person[]): string {
  const own = ownNumber(person)
  const others = persons.filter((other) => other !== person).map(ownNumber)
  for (let count = FEWEST_DIGITS; count < own.length; count++) {
    const digits = own.slice(-count)
    if (!others.some((number) => number.endsWith(digits))) return digits
  }
  return own.replace(/\D/g, '')
}

function labelOf(person: Person, persons: readonly Person[]): string {
  const [first] = person
  if (!first) return ''
  const { name, askedBy } = first.person
  if (!hasNamesake(person, persons)) return shortestName(name, persons)
  const whose = askedBy === null ? '' : `${shortName(askedBy)}'s, `
  return `${name.trim()} (${whose}phone ending ${digitsOf(person, persons)})`
}

/** What is written behind the answer. */
function wayOf(person: Person, persons: readonly Person[]): string {
  return hasNamesake(person, persons) ? digitsOf(person, persons) : labelOf(person, persons)
}

function shortestName(name: string, persons: readonly Person[]): string {
  const first = shortName(name)
  const sharing = persons.filter((other) => other[0] && isSameName(shortName(other[0].person.name), first))
  return sharing.length > 1 ? name.trim() : first
}

const either = new Intl.ListFormat('en-AU', { type: 'disjunction' })
const isSameName = (one: string, other: string): boolean => bareWords(one) === bareWords(other)
