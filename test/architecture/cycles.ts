import type { Import } from './sources.ts'

/**
 * What imports itself round about: groups of names each of which reaches all the others, sorted. Imports of types count: a reader
 * follows them as well.
 */
export function cyclesIn(arrows: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    if (from === to) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
    if (!next.has(to)) next.set(to, new Set())
  }
  return [...components(next)].filter((group) => group.length > 1).map((group) => group.sort())
}

/** Tarjan's strongly connected components. */
function* components(next: ReadonlyMap<string, ReadonlySet<string>>): Generator<string[]> {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  function visit(name: string): void {
    index.set(name, index.size)
    lowest.set(name, index.get(name) ?? 0)
    stack.push(name)
    for (const other of next.get(name) ?? []) {
      if (!index.has(other)) visit(other)
      if (stack.includes(other)) lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(other) ?? 0))
    }
    if (lowest.get(name) === index.get(name)) found.push(stack.splice(stack.indexOf(name)))
  }
  for (const name of next.keys()) if (!index.has(name)) visit(name)
  yield* found
}
