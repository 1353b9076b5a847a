import { shortName } from '#core/escalation/texts/parts/short-name.ts'

/** What to call each person in a sentence: the short name, or the whole name where two people share it. */
export function shortNames(people: readonly { id: number; name: string }[]): Map<number, string> {
  const called = people.map(({ name }) => shortName(name))
  const isShared = (short: string) => called.filter((other) => other.toLowerCase() === short.toLowerCase()).length > 1
  return new Map(
    people.map(({ id, name }) => {
      const short = shortName(name)
      return [id, isShared(short) ? name : short]
    }),
  )
}
