import type { CALLS } from './english/calls.ts'
import type { RINGING_BACK } from './english/ringing-back.ts'
import type { TEXTS } from './english/texts.ts'

/** English is the source: what it says in each key is what the others say, with the same placeholders. */
export interface English {
  calls: typeof CALLS
  ringing: typeof RINGING_BACK
  texts: typeof TEXTS
}

type Group = keyof English
type In<G extends Group> = `${G}.${keyof English[G] & string}`

/** One sentence, or part of one, that is said or texted to somebody who is called: "calls.introduction". */
export type TextKey = { [G in Group]: In<G> }[Group]

/** The same keys as in English: a missing one is a type error. */
export type Catalogue = { readonly [G in Group]: { readonly [K in keyof English[G]]: string } }

type Path<K extends TextKey> = K extends `${infer G extends Group}.${infer N}`
  ? N extends keyof English[G]
    ? English[G][N]
    : never
  : never

type NamesIn<T> = T extends `${string}{${infer Inner}}${infer Rest}`
  ? (Inner extends `${infer Name}:${string}` ? Name : Inner) | NamesIn<Rest>
  : never

/** What has to be put into a text. Null stands for a name that is not known: the family, in the words of the language. */
export type Values<K extends TextKey> = Record<NamesIn<Path<K>>, string | null>

/** The texts of a catalogue under their whole keys. */
export type Texts = Readonly<Record<TextKey, string>>

/** The same texts by whole keys: `{ calls: { introduction } }` becomes `calls.introduction`. */
export function flat(catalogue: Catalogue): Texts {
  const entries = Object.entries(catalogue).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text]),
  )
  return Object.fromEntries(entries)
}

/** The names of what is put into a text, each once and in order of the alphabet. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].sort()
}

/** `{name}`, or `{name:form}`. */
export const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g
