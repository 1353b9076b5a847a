import { understoodCheckInText } from '#core/call-script/check-in-text.ts'
import { LANGUAGES, type Language } from '#core/languages/language.ts'
import { type ReadText, readableText } from '#core/languages/text-commands.ts'
import type { Wording } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { commonWording, type Household, lovedOnesOf } from '../who-is-it.ts'

/**
 * A text as the rules read it: in the language that the people at its number have in common. Where they have several, a word
 * that our texts offer counts in each of them, a request for help first; and what nobody can read in English is a request for
 * help where it is one in a language of theirs. Somebody else who has typed the number must not silence such a request, and the
 * bare word for help of any language counts: they may have been written to in it yesterday.
 */
export function readInTheirLanguages(text: string, households: readonly Household[]): ReadText {
  const people = households.flatMap((household) => household.people)
  const names = people.map(({ name }) => name)
  const common = readableText(text, commonWording(households), names)
  const wordings = languagesOf(households)
  const help = () =>
    LANGUAGES.map((one) => readableText(text, wordingOf(one), names)).find(({ words }) => words === 'HELP')
  const meaningOf = ({ words, language }: ReadText) => understoodCheckInText(words, namesAt(households), language)
  const reads = wordings.map((wording) => ({ wording, read: readableText(text, wording, names) }))
  const commands = reads.filter(({ wording, read }) => read.language !== wording.language).map(({ read }) => read)
  const command = commands.find((read) => meaningOf(read) === 'help') ?? commands[0]
  if (command && wordings.length > 1) return command
  if (wordings.length === 0 || meaningOf(common) !== null) return common
  return reads.find(({ read }) => meaningOf(read) === 'help')?.read ?? help() ?? common
}

/**
 * The languages in which a text from a number may refuse: the one that its people have in common, and the others that they
 * are called in, unless the text was an answer.
 */
export function languagesAt(households: readonly Household[], read: ReadText): Language[] {
  const common = commonWording(households).language
  if (understoodCheckInText(read.words, namesAt(households), read.language) !== null) return [common]
  return [...new Set([common, ...languagesOf(households).map(({ language }) => language)])]
}

const namesAt = (households: readonly Household[]): string[] =>
  households.flatMap(({ people, askedBy }) => [...people.map(({ name }) => name), askedBy])

/** How they are written to, once for each language. */
function languagesOf(households: readonly Household[]): Wording[] {
  const people = households.flatMap((household) => lovedOnesOf(household.people))
  return [...new Map(people.map(({ wording }) => [wording.language, wording])).values()]
}
