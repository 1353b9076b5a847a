/** One mail, text or ring that left. */
export interface Sent {
  by: 'mail' | 'text' | 'ring'
  /** An address or a number. */
  to: string
  text: string
  at: Date
}

/** For each event its people, and what reached each of them: "mail, text". */
export type WhoWasTold = Record<string, Record<string, string>>

/** What messages are about, the first that fits. */
export type Topics = readonly (readonly [topic: string, words: RegExp])[]

/**
 * Every message under the day and the event that it is about. One that fits no topic stands under its own words, and one to
 * an address that nobody of the story has under that address: neither can go unseen.
 */
export function whoWasTold(
  sent: readonly Sent[],
  { topics, people, dayOf }: { topics: Topics; people: Readonly<Record<string, string>>; dayOf: (at: Date) => number },
): WhoWasTold {
  const facts = sent.map(({ by, to, text, at }) => {
    const topic = topics.find(([, words]) => words.test(text))?.[0] ?? text
    return { event: `day ${dayOf(at)}, ${topic}`, who: people[to] ?? to, by }
  })
  const byPerson = (event: typeof facts) =>
    mapped(
      Map.groupBy(event, ({ who }) => who),
      (own) =>
        own
          .map(({ by }) => by)
          .toSorted()
          .join(', '),
    )
  return mapped(
    Map.groupBy(facts, ({ event }) => event),
    byPerson,
  )
}

function mapped<Item, Value>(groups: Map<string, Item[]>, map: (items: Item[]) => Value): Record<string, Value> {
  return Object.fromEntries([...groups].map(([key, items]) => [key, map(items)]))
}
