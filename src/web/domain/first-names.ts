/** "Margaret" for "Margaret Hartley". */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** What to call each person in a sentence: the first name, or the whole name where two people share the first. */
export function shortNames(people: readonly { id: number; name: string }[]): Map<number, string> {
  const count = Map.groupBy(people, (person) => firstName(person.name).toLowerCase())
  return new Map(
    people.map(({ id, name }) => {
      const namesakes = count.get(firstName(name).toLowerCase())?.length ?? 1
      return [id, namesakes > 1 ? name : firstName(name)]
    }),
  )
}
