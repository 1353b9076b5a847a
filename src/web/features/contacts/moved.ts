/** `items` with the one at place `from` moved to place `to`, kept inside the list. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items]
  const taken = rest.splice(from, 1)
  rest.splice(Math.max(0, to), 0, ...taken)
  return rest
}

/** `items` in the order of `ids`; items that are not named come last. */
export function inOrderOf<Item extends { id: number }>(items: readonly Item[], ids: readonly number[]): Item[] {
  const place = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return items.toSorted((a, b) => place(a) - place(b))
}
