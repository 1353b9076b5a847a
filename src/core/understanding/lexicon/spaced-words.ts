/**
 * Words with a space between them, in lower case: `,` where a sentence or a part of one ends, `?` for a question mark.
 * `letters` brings the letters of the language into one spelling.
 */
export function spacedWords(text: string, letters: (plain: string) => string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[?؟]+/g, ' ? ')
    .replace(/[.,;!:\n\u2014\u2013\u2026،؛·]+/g, ' , ')
  return letters(plain)
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/[^\p{L}\p{N}?,]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}

/** Letters alone, without the marks above and below them. */
export const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
