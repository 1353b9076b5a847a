import type { Evidence } from './evidence.ts'

/** Somebody said no, or took it back: what a phone did, and when the product knew. */
export interface No {
  phone: string
  /** The family whose calls are declined; null: of the whole installation; unknown where nothing is kept about it. */
  accountId: number | null | 'unknown'
  /** Whether texts are refused as well. */
  isOfTexts: boolean
  /** The product may know from the first on, and knows for certain from the second on. */
  from: number
  certainFrom: number
  /** That phone took it back: the product may call again from the first on, and must from the second on. */
  until: number
  certainUntil: number
}

const STOP = /^\W*stop\b/i
const START = /^\W*start\W*$/i
const NEVER = Number.POSITIVE_INFINITY

/** Whether a text says what a phone takes, and nothing about the person. */
export const isAboutCalls = ({ text }: { text: string }): boolean => STOP.test(text) || START.test(text)

const known = new WeakMap<Evidence, No[]>()

/** Every no of the run, by key and by text. */
export function nosOf(evidence: Evidence): No[] {
  const before = known.get(evidence)
  if (before) return before
  const { rings, written, takenBack } = evidence
  const byKey = rings.flatMap((ring) =>
    ring.decisions
      .filter(({ decision }) => decision === 'refuses' || decision === 'declines')
      .map(({ decision, pressedAt, takenAt }) => ({
        phone: ring.to,
        accountId: decision === 'declines' ? (accountOf(evidence, ring) ?? ('unknown' as const)) : null,
        isOfTexts: false,
        from: pressedAt,
        certainFrom: takenAt ?? NEVER,
      })),
  )
  const byText = written
    .filter(({ text }) => STOP.test(text))
    .map(({ from: phone, text, at: from, takenAt }) => {
      const isOfTexts = !/call/i.test(text)
      return { phone, accountId: null, isOfTexts, from, certainFrom: takenAt ?? NEVER }
    })
  const nos = [...byKey, ...byText].map((no) => {
    const starts = written.filter(({ text }) => START.test(text))
    // What the networks stopped by text only START takes back.
    const liftings = [...starts, ...(no.isOfTexts ? [] : takenBack)].filter(
      ({ from, at }) => from === no.phone && at > no.from,
    )
    const [first] = liftings.toSorted((one, other) => one.at - other.at)
    // A text that comes late may be taken after the one that was written after it.
    const isInOrder = first !== undefined && no.certainFrom <= first.at
    return { ...no, until: first?.at ?? NEVER, certainUntil: isInOrder ? (first.takenAt ?? NEVER) : NEVER }
  })
  known.set(evidence, nos)
  return nos
}

/** The account of a call's ring; null where it is not known any more. */
export function accountOf(evidence: Evidence, { to, subject }: Evidence['rings'][number]): number | null {
  const attempt = 'attemptId' in subject ? evidence.attempts.find(({ id }) => id === subject.attemptId) : undefined
  const call = evidence.calls.find(({ id }) => id === attempt?.callId)
  if (call) return call.accountId
  const accounts = new Set(
    evidence.numbers.flatMap(({ accountId, phoneNumbers }) => (phoneNumbers.includes(to) ? [accountId] : [])),
  )
  const [only = null] = accounts
  return accounts.size === 1 ? only : null
}

/** Whether a phone may have refused calls of an account at some moment between two instants. */
export function mayHaveRefused(
  evidence: Evidence,
  { phones, accountId, from, to }: { phones: readonly string[]; accountId: number | null; from: number; to: number },
): boolean {
  return nosOf(evidence).some(
    (no) =>
      phones.includes(no.phone) &&
      (no.accountId === null || no.accountId === 'unknown' || no.accountId === accountId) &&
      no.from <= to &&
      no.certainUntil >= from,
  )
}

/** When somebody first may have agreed to calls; never for those who have not. */
export function agreedFrom(evidence: Evidence, lovedOneId: number): number {
  const person = evidence.numbers.find((one) => one.lovedOneId === lovedOneId)
  if (!person || person.hasAgreed) return 0
  const { accountId, phoneNumbers } = person
  const byKey = evidence.rings
    .filter((ring) => phoneNumbers.includes(ring.to) && accountOf(evidence, ring) === accountId)
    .flatMap(({ decisions }) => decisions.flatMap((one) => (one.decision === 'agrees' ? [one.pressedAt] : [])))
  const byText = evidence.written.filter(({ from, text }) => phoneNumbers.includes(from) && START.test(text))
  return Math.min(NEVER, ...byKey, ...byText.map(({ at }) => at))
}

/** When the product knew for certain that they have agreed. */
export function certainlyAgreedFrom(evidence: Evidence, lovedOneId: number): number {
  const person = evidence.numbers.find((one) => one.lovedOneId === lovedOneId)
  if (!person || person.hasAgreed) return 0
  const byKey = evidence.rings
    .filter((ring) => person.phoneNumbers.includes(ring.to) && accountOf(evidence, ring) === person.accountId)
    .flatMap(({ decisions }) => decisions.flatMap((one) => (one.decision === 'agrees' ? [one.takenAt ?? NEVER] : [])))
  return Math.min(NEVER, ...byKey)
}
