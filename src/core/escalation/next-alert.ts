/** How often the list of people is gone through before Cooee says that nobody took it on. */
export const MOST_ROUNDS = 3

export type AlertChannel = 'email' | 'sms' | 'call'

/** Somebody an incident may be told to, in the order of the list. */
export interface PersonInOrder {
  id: number
  /** In the order in which they are tried. */
  channels: readonly AlertChannel[]
  /** Said "I can't": is not asked again. */
  hasDeclined: boolean
}

export interface Told {
  personId: number
  channel: AlertChannel
  round: number
}

export type NextAlert =
  | { kind: 'tell'; personId: number; channel: AlertChannel }
  /** Everybody has been told in this round: begin again with this one. */
  | { kind: 'next_round'; round: number }
  /** Everybody has been told in every round, or nobody is left who could. */
  | { kind: 'give_up' }

/**
 * Who is told next, and how: person by person, each by every channel of theirs, until somebody takes it on. `people` are
 * in order; `told` is what has been sent so far, in any order.
 */
export function nextAlert(people: readonly PersonInOrder[], told: readonly Told[], round: number): NextAlert {
  const able = people.filter((person) => !person.hasDeclined)
  for (const { id, channels } of able) {
    const left = channels.find((channel) => !told.some((one) => isSame(one, { personId: id, channel, round })))
    if (left) return { kind: 'tell', personId: id, channel: left }
  }
  return able.length === 0 || round >= MOST_ROUNDS ? { kind: 'give_up' } : { kind: 'next_round', round: round + 1 }
}

function isSame(one: Told, other: Told): boolean {
  return one.personId === other.personId && one.channel === other.channel && one.round === other.round
}
