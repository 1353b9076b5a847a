/** What a contact has said about being one, or what became of the question. */
export const CONTACT_STATES = ['asked', 'agreed', 'declined', 'stopped', 'unreachable'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** A contact in one of these states is not notified, whatever other entry has their number. */
export const SAID_NO: readonly ContactState[] = ['declined', 'stopped']

/** What a family is shown: the state, and whether the last question has been left open for long. */
export const CONTACT_STANDINGS = [
  'agreed',
  /** The question is on its way, or less than three weeks old. */
  'waiting',
  'not_confirmed',
  'declined',
  'stopped',
  'unreachable',
] as const
export type ContactStanding = (typeof CONTACT_STANDINGS)[number]

const DAY_MS = 86_400_000
/** So long nobody has to answer before it is shown. */
const SILENCE_MS = 21 * DAY_MS
/** Everybody is asked again so long after the last question or answer. */
const ASKED_AGAIN_MS = 90 * DAY_MS

/** The columns that decide how a contact stands. */
export interface ContactFacts {
  state: ContactState
  /** When the last question was sent; null: not yet. */
  askedAt: Date | null
  /** When they last answered one. */
  answeredAt: Date | null
  createdAt: Date
}

/** How a contact stands now: three weeks without an answer to the last question are silence, also after an old yes. */
export function standingOf({ state, askedAt, answeredAt, createdAt }: ContactFacts, now: Date): ContactStanding {
  if (state !== 'asked' && state !== 'agreed') return state
  const openSince = askedAt ?? (state === 'asked' ? createdAt : null)
  const isOpen = openSince !== null && (answeredAt === null || answeredAt < openSince)
  if (isOpen && now.getTime() - openSince.getTime() > SILENCE_MS) return 'not_confirmed'
  return state === 'agreed' ? 'agreed' : 'waiting'
}

/** When the next question is due after a question, or after a yes. */
export function nextQuestionAt(after: Date): Date {
  return new Date(after.getTime() + ASKED_AGAIN_MS)
}

/** Whether a contact who is in this state is asked again by itself: nobody who said no is. */
export function isAskedAgain(state: ContactState): boolean {
  return state !== 'declined' && state !== 'stopped'
}

/** Whether an alert may count on them: who has not answered yet still is notified. */
export function isReachableState(state: ContactState): boolean {
  return state === 'asked' || state === 'agreed'
}
