import type { EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { Chance } from './chance.ts'

/** What happens to one ring. */
export type Reaction =
  /** Never picked up. */
  | { kind: 'unanswered'; endedStatus: Exclude<EndedStatus, 'completed'>; afterMs: number }
  /** Picked up; presses a key after each question, or hangs up without one. */
  | { kind: 'person'; pickUpMs: number; key: string | null; thinkMs: number }
  | { kind: 'machine'; pickUpMs: number }

/** Whose phone it is. */
export type PhoneOwner = 'loved_one' | 'contact'

/** How a phone's owner is disposed. */
export interface Habit {
  readonly owner: PhoneOwner
  /** The provider will not ring it. */
  readonly isRefused: boolean
  /** The share of rings that are answered by a person. */
  readonly answers: number
  /** Keys that are pressed, each as likely as the next. */
  readonly keys: readonly (string | null)[]
  /** Whether a text message reaches it. */
  readonly takesTexts: boolean
}

export function habitOf(owner: PhoneOwner, chance: Chance): Habit {
  const isRefused = chance.happens(0.03)
  const takesTexts = !chance.happens(0.08)
  const answers = chance.oneOf([0.95, 0.8, 0.6, 0.3, 0])
  // 1 is "all is well", 2 "help" or "not yet", 3 a problem; to a contact 1 is "I do", 2 "I can't", 3 "all is well".
  const keys =
    owner === 'loved_one'
      ? chance.oneOf([['1'], ['1', '1', '1', '2'], ['1', '2', '3'], ['1', null], ['7', '1', null]])
      : chance.oneOf([['1'], ['3'], ['2'], ['1', '2', '3', null], [null]])
  return { owner, isRefused, answers, keys, takesTexts }
}

export function reactionOf({ owner, answers, keys }: Habit, chance: Chance): Reaction {
  const pickUpMs = chance.between(2_000, 25_000)
  if (chance.happens(answers)) {
    return { kind: 'person', pickUpMs, key: chance.oneOf(keys), thinkMs: chance.between(1_500, 7_000) }
  }
  const what = chance.next()
  if (what < 0.3 && owner === 'loved_one') return { kind: 'machine', pickUpMs }
  if (what < 0.5) return { kind: 'unanswered', endedStatus: 'busy', afterMs: chance.between(500, 2_000) }
  if (what < 0.6) return { kind: 'unanswered', endedStatus: 'failed', afterMs: chance.between(500, 4_000) }
  return { kind: 'unanswered', endedStatus: 'no-answer', afterMs: chance.between(25_000, 60_000) }
}
