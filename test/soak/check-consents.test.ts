import { expect, test } from 'vitest'
import { type Doctored, doctored, first, MINUTE, minutesLater, NINE } from './a-good-morning.ts'
import type { Decision } from './phone-talk.ts'

const HOUR = 60 * MINUTE
const MARGARET = '+61491570101'
const CONTACT = '+61491570102'
const REFUSED = 'Margaret Hartley has asked not to be called.'
const UNASKED = "Margaret Hartley hasn't agreed to calls yet. Until then we only ring between 8 AM and 9 PM."

/** In the ring of call 1; the product had answered it `tookMs` later, null: never. */
const decides =
  (decision: Decision, tookMs: number | null = 0) =>
  ({ rings }: Doctored) => {
    const pressedAt = NINE + 10_000
    first(rings).decisions.push({ decision, pressedAt, takenAt: tookMs === null ? null : pressedAt + tookMs })
  }
const writes =
  (text: string, minutes: number, from = MARGARET) =>
  ({ written }: Doctored) => {
    const at = NINE + minutes * MINUTE
    written.push({ from, text, at, takenAt: at })
  }
/** The ring of call 2, this long after nine. */
const secondRing =
  (ms: number) =>
  ({ rings }: Doctored) =>
    Object.assign(rings[1] ?? {}, { requestedAt: NINE + ms, at: NINE + ms, endedAt: NINE + ms + MINUTE })
/** Call 2 is of another account that rings the same phone. */
const ofAnotherAccount = ({ calls, numbers }: Doctored) => {
  Object.assign(calls[1] ?? {}, { accountId: 4, lovedOneId: 8 })
  numbers.push({ ...first(numbers), lovedOneId: 8, accountId: 4 })
}
const notified = ({ messages, mails }: Doctored) => {
  messages.push({ ...first(messages), id: 9, text: "We won't ring that phone any more." })
  mails.push({ ...first(mails), messageId: 9 })
}
const after = (...changes: ((evidence: Doctored) => unknown)[]) =>
  doctored((evidence) => {
    for (const change of changes) change(evidence)
  })

const RUNG = /^Rung after a no: \+61491570101/m

test.each([
  ['9 in the first call', decides('declines')],
  ['9 pressed twice', decides('refuses')],
  ['STOP', writes('STOP', 10 / 60)],
])('a ring after %s is found, and one that was under way within a second is not', (_, no) => {
  expect(after(no, secondRing(MINUTE))).toMatch(RUNG)
  expect(after(no, secondRing(14_000))).toMatch(RUNG)
  expect(after(no, secondRing(10_900))).not.toMatch(RUNG)
})

test('a no that the product never answered is not held against it', () => {
  expect(after(decides('refuses', null))).not.toMatch(RUNG)
})

test('a no to one family leaves the calls of another alone, and two nines end those of both', () => {
  expect(after(ofAnotherAccount, decides('declines'))).not.toMatch(RUNG)
  expect(after(ofAnotherAccount, decides('refuses'))).toMatch(RUNG)
})

test('only that phone takes a no back: a ring after START is not found, one before it is', () => {
  expect(after(decides('refuses'), writes('START', 0.5))).not.toMatch(RUNG)
  expect(after(decides('refuses'), writes('START', 2))).toMatch(RUNG)
  expect(after(decides('refuses'), writes('START', 0.5, CONTACT))).toMatch(RUNG)
})

test('a no by key is taken back by ringing Cooee from that phone: a ring before it is found', () => {
  const rings =
    (minutes: number, from = MARGARET) =>
    ({ takenBack }: Doctored) => {
      const at = NINE + minutes * MINUTE
      takenBack.push({ from, at, takenAt: at })
    }
  expect(after(decides('refuses'), rings(0.5))).not.toMatch(RUNG)
  expect(after(decides('refuses'), rings(2))).toMatch(RUNG)
  expect(after(decides('refuses'), rings(0.5, CONTACT))).toMatch(RUNG)
})

test('a text after STOP is found, and a reply to what its reader wrote is not', () => {
  const texted = /^Texted after a no: \+61491570102/m
  expect(after(writes('STOP', 1, CONTACT))).toMatch(texted)
  expect(after(writes('stop calling me', 1, CONTACT))).not.toMatch(texted)
  const isReply = ({ messages }: Doctored) => Object.assign(messages[2] ?? {}, { dedupeKey: 'text-answer:SM9' })
  expect(after(writes('STOP', 1, CONTACT), isReply)).not.toMatch(texted)
})

/** Nobody has agreed; they are rung at these hours after nine. */
const rungAt =
  (...hours: number[]) =>
  ({ rings, numbers }: Doctored) => {
    Object.assign(first(numbers), { hasAgreed: false })
    const ring = first(rings)
    rings.splice(0, rings.length)
    for (const hour of hours) {
      const at = NINE + hour * HOUR
      rings.push({ ...ring, subject: { attemptId: 1 }, decisions: [], requestedAt: at, at, endedAt: at + MINUTE })
    }
  }

test('a fourth ring within a day of somebody who has not agreed is found', () => {
  const tooOften = /^Rung too often without having agreed/m
  expect(after(rungAt(0, 1, 2, 3))).toMatch(tooOften)
  expect(after(rungAt(0, 1, 2, 25))).not.toMatch(tooOften)
  expect(after(rungAt(0, 1, 2, 3), decides('agrees'))).not.toMatch(tooOften)
})

test('a ring at night of somebody who has not agreed is found', () => {
  const atNight = /^Rung at night without having agreed/m
  expect(after(rungAt(0, 12))).not.toMatch(atNight)
  expect(after(rungAt(0, 14))).toMatch(atNight)
  expect(after(rungAt(0, 14), decides('agrees'))).not.toMatch(atNight)
  expect(after(secondRing(14 * HOUR))).not.toMatch(atNight)
})

test('a recording of somebody who did not agree to it is found, also after they took it back', () => {
  const recorded = /^Recorded without having agreed: \+61491570101/m
  const records = ({ rings }: Doctored) => Object.assign(rings[1] ?? {}, { recordedAt: NINE + 2 * MINUTE })
  const hasAgreed = ({ numbers }: Doctored) => Object.assign(first(numbers), { mayBeRecorded: true })
  expect(after(records)).toMatch(recorded)
  expect(after(records, hasAgreed)).toBe('')
  expect(after(records, decides('may_record'))).toBe('')
  expect(after(records, hasAgreed, decides('no_recording'))).toMatch(recorded)
})

/** Call 2 was not placed, for a reason that alerts nobody. */
const leftOut =
  (reason: string) =>
  ({ calls, rings, incidents, causes, people, alerts, messages, texts, mails }: Doctored) => {
    Object.assign(calls[1] ?? {}, { reason, endedAt: minutesLater(1) })
    for (const part of [incidents, causes, people, alerts, messages, texts, mails]) part.splice(0, part.length)
    rings.pop()
  }

test('a call that is left out although nobody said no is found', () => {
  const nobody = /^Not placed, and nobody said no: call 2/m
  expect(after(leftOut(REFUSED))).toMatch(nobody)
  expect(after(leftOut(REFUSED), ofAnotherAccount, decides('declines'))).toMatch(nobody)
  expect(after(leftOut(REFUSED), decides('declines'))).not.toMatch(nobody)
  expect(after(leftOut(REFUSED), decides('declines'), writes('START', -1))).not.toMatch(nobody)
})

test('a call that is left out although they have agreed is found, and so is one of which nobody reads', () => {
  expect(after(leftOut(UNASKED))).toMatch(/^Not placed although they have agreed: call 2/m)
  const isUnasked = ({ numbers }: Doctored) => Object.assign(first(numbers), { hasAgreed: false })
  const unread = /^Nobody is notified: call 2/m
  expect(after(leftOut(UNASKED), isUnasked)).toMatch(unread)
  const read = ({ messages, mails }: Doctored) => {
    const sent = { sentAt: minutesLater(1), failedAt: null, error: null, tries: 1, createdAt: minutesLater(1) }
    const mail = { accountId: 3, channel: 'email', recipient: 'robyn@example.com', text: "We didn't ring" } as const
    messages.push({ ...mail, ...sent, id: 9, dedupeKey: 'call:2:unasked:1:email' })
    mails.push({ messageId: 9, to: 'robyn@example.com', at: NINE + MINUTE })
  }
  expect(after(leftOut(UNASKED), isUnasked, read)).toBe('')
})

test('an account holder who does not read of a no is found, and one who reads of it twice', () => {
  const unread = /^The account holder was not notified of the no of \+61491570101/m
  expect(after(decides('declines'))).toMatch(unread)
  expect(after(decides('declines'), notified)).not.toMatch(unread)
  expect(after(decides('declines'), notified, notified)).toMatch(/^Notified 2 times of 1 no/m)
})

test('STOP says nothing about how somebody is', () => {
  const silent = ({ rings }: Doctored) => Object.assign(first(rings), { keysPressed: [], keysTaken: [] })
  expect(after(silent, writes('STOP', 0.1))).toMatch(/^Counted as well without having said so: call 1/m)
})
