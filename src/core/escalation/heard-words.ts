/** How many characters of what was heard stand in a text message, and in a mail or on a page. */
export const HEARD_IN_TEXT = 120
export const HEARD_IN_MAIL = 600

/**
 * What was heard, as a sentence for the account holder: the words are a machine's transcript, and said to be so. `most`
 * characters of them; null when there are none.
 */
export function heardSentence(heard: string | null, most: number): string | null {
  const words = heard?.replace(/\s+/g, ' ').trim() ?? ''
  return words === '' ? null : `What we heard, maybe not word for word: "${cut(words, most)}".`
}

function cut(words: string, most: number): string {
  const characters = [...words]
  return characters.length <= most
    ? words
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
