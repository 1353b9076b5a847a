/** Entries that put each of some verbs before or after each of some endings: "站" and "不起来". */
export function combined(...parts: readonly string[]): string {
  const lists = parts.map((part) => part.split('|'))
  return lists.reduce((left, right) => left.flatMap((one) => right.map((other) => `${one}${other}`)), ['']).join(', ')
}
