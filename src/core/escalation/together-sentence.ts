const MOST_NAMED = 3

/**
 * Follows the text about one person where so many are waited for at once that contacts are told of several together. `names` are the
 * others that this contact is asked about; empty: nothing is said.
 */
export function togetherSentence(names: readonly string[]): string {
  const [first] = names
  if (first === undefined) return ''
  const named = names.slice(0, MOST_NAMED)
  const further = names.length - named.length
  const list = new Intl.ListFormat('en-AU').format([...named, ...(further > 0 ? [`${further} more`] : [])])
  return ` Also waiting for somebody: ${list}. To answer for one of them, add the name, for example 1 ${first}.`
}
