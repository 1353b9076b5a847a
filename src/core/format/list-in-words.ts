const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** "a", "a and b", "a, b and c". */
export function listInWords(items: readonly string[]): string {
  return list.format(items)
}
