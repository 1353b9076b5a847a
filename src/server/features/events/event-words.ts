import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

interface WordsDeps {
  sealing: Sealing
}

/** What somebody wrote, as the row of an event keeps it until its deliveries are written. */
export interface SealedWords {
  words: string
  /** The provider's id of the text. */
  wordsOf: string
  sealedWith: string | null
}

/** Seals what somebody wrote in the text `wordsOf`. */
export function sealEventWords({ sealing }: WordsDeps, wordsOf: string, text: string): SealedWords {
  const { value, sealedWith } = sealing.sealText('events.words', { wordsOf }, text)
  return { words: value, wordsOf, sealedWith }
}

/** The content of an event: its data, with the sealed words; a remark when they cannot be read. */
export function openEventData(
  { sealing }: WordsDeps,
  { data, words, wordsOf, sealedWith }: { data: unknown } & { [Field in keyof SealedWords]: SealedWords[Field] | null },
): object {
  const said = typeof data === 'object' && data !== null ? data : {}
  if (words === null || wordsOf === null) return said
  return { ...said, text: readableText(sealing.openText('events.words', { wordsOf }, { value: words, sealedWith })) }
}
