import { simplified } from '../tables/simplified.ts'

/**
 * Han characters, each a word, in simplified script whatever the recogniser writes; other letters by words. Spaces between
 * characters say nothing: the table's entries divide what was said (`tokensOf`).
 */
export function hanWords(text: string): string[] {
  const plain = simplified(text.normalize('NFKC').toLowerCase())
    .replace(/[?？]+/g, ' ? ')
    .replace(/[.,;!:\n\u2014\u2013\u2026，。；：！、·]+/g, ' , ')
    .replace(/([a-z])\1{2,}/g, '$1')
    .replace(/\p{Script=Han}/gu, ' $& ')
  return plain
    .replace(/[^\p{L}\p{N}?,]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}
