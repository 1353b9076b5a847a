import type { ModelPart } from './talk-model.ts'

/** A full stop ends no sentence after a title, an initial or in a number. */
const NO_END = /(?:\b(?:mr|mrs|ms|dr|st|prof|no|vs|etc|e\.g|i\.e|a\.m|p\.m)|\b\p{L}|\d)\.$/iu
const END = /[.!?…]+["'”’)]*(?=\s)/gu
/** Without a full stop for so long, what has come is handed on: a guard refuses it, instead of waiting for ever. */
const LONGEST = 400

/**
 * Joins the pieces of a reply to whole sentences, in the order in which they came. A tool comes after the sentence that was
 * finished before it. The words after the last full stop follow when the reply has ended.
 */
export async function* inSentences(parts: AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
  let open = ''
  for await (const part of parts) {
    if (part.kind === 'tool') {
      yield part
      continue
    }
    open += part.text
    const { sentences, rest } = split(open)
    open = rest
    for (const text of sentences) yield { kind: 'text', text }
  }
  if (open.trim() !== '') yield { kind: 'text', text: open.trim() }
}

function split(text: string): { sentences: string[]; rest: string } {
  const sentences: string[] = []
  let start = 0
  for (const found of text.matchAll(END)) {
    const end = found.index + found[0].length
    const sentence = text.slice(start, end).trim()
    if (sentence === '' || NO_END.test(sentence)) continue
    sentences.push(sentence)
    start = end
  }
  const rest = text.slice(start)
  return rest.length > LONGEST ? { sentences: [...sentences, rest.trim()], rest: '' } : { sentences, rest }
}
