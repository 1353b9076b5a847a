import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterTaking, type DialPace, openPermits, type PermitUse } from './dial-permits.ts'

interface Taken {
  atMs: number
  intervalMs: number
  kind: PermitUse['kind']
}

interface Story {
  callsPerSecond: number
  /** How many alerts each miss causes. */
  alertsOfEach: number
  /** When calls are missed, in milliseconds since the beginning. */
  missesAtMs: readonly number[]
  /** How long care calls are due without a pause. */
  careDueMs: number
  /** Who polls how long after the poll before: true for the one who dials alerts. */
  looks: readonly { isAlerts: boolean; afterMs: number }[]
}

const SECOND = 1_000
/** The most alerts queued before phones that can be notified in writing are left out, in seconds of the full rate. */
const FULL_AFTER_S = 150

const stories = fc
  .record({
    callsPerSecond: fc.constantFrom(1, 2, 5, 20, 100),
    alertsOfEach: fc.integer({ min: 1, max: 7 }),
    missesAtMs: fc.array(fc.integer({ min: 0, max: 30 * SECOND }), { maxLength: 60 }),
    careDueMs: fc.integer({ min: 5 * SECOND, max: 40 * SECOND }),
  })
  .chain((story) =>
    fc
      .array(fc.record({ isAlerts: fc.boolean(), afterMs: fc.integer({ min: 1, max: 40 }) }), {
        minLength: 50,
        maxLength: 200,
      })
      .map((looks): Story => ({ ...story, looks })),
  )

/** Simulates a minute in which two take permits, and returns who took which. Late answers leave a share of the rate. */
function live(
  { callsPerSecond, alertsOfEach, missesAtMs, careDueMs, looks }: Story,
  shareAt: (nowMs: number) => number = () => 1,
) {
  const whole = { intervalMs: SECOND / callsPerSecond, aheadMs: callsPerSecond > 10 ? 400 : 200 }
  const misses = missesAtMs.toSorted((one, other) => one - other)
  let pace: DialPace = { nextAtMs: 0, alertNextAtMs: 0 }
  let owed = 0
  let seen = 0
  let nowMs = 0
  const taken: Taken[] = []
  const backlog: { atMs: number; owed: number }[] = []
  for (let look = 0; nowMs < 60 * SECOND; look++) {
    const { isAlerts, afterMs } = looks[look % looks.length] ?? { isAlerts: true, afterMs: 1 }
    nowMs += afterMs
    while ((misses[seen] ?? Number.POSITIVE_INFINITY) <= nowMs) {
      if (owed <= FULL_AFTER_S * callsPerSecond) owed += alertsOfEach
      seen += 1
    }
    // The other one is not far behind: both poll again and again.
    for (const kind of isAlerts ? (['alerts', 'care'] as const) : (['care', 'alerts'] as const)) {
      const isCareDue = nowMs < careDueMs
      const rate = { ...whole, intervalMs: whole.intervalMs / shareAt(nowMs) }
      const permitUse: PermitUse = kind === 'care' ? { kind } : { kind, isCareDue }
      const permits = openPermits(pace, rate, nowMs, permitUse)
      const used = kind === 'care' ? (isCareDue ? permits.count : 0) : Math.min(owed, permits.count)
      pace = afterTaking(pace, rate, permits, { used, permitUse })
      if (kind === 'alerts') owed -= used
      for (let n = 0; n < used; n++) {
        taken.push({ kind, atMs: permits.firstMs + n * rate.intervalMs, intervalMs: rate.intervalMs })
      }
    }
    backlog.push({ atMs: nowMs, owed })
  }
  return { taken, backlog, rate: whole }
}

/** So many alerts may leave one after the other, since they are claimed together. */
const together = ({ aheadMs, intervalMs }: { aheadMs: number; intervalMs: number }) =>
  Math.max(1, Math.floor((aheadMs + 2 * intervalMs) / intervalMs / 2))

test('care calls that are due are dialled at half the rate at least, whatever is missed', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { taken, rate } = live(story)
      const whileDue = taken.filter(({ atMs }) => atMs < story.careDueMs)
      const care = whileDue.filter(({ kind }) => kind === 'care').length
      const permits = Math.floor(story.careDueMs / rate.intervalMs)
      expect(care).toBeGreaterThanOrEqual(Math.floor(permits / 2) - together(rate))
      // And no care call waits for more than the alerts of one claim.
      let inARow = 0
      for (const { kind } of whileDue) {
        inARow = kind === 'alerts' ? inARow + 1 : 0
        expect(inARow).toBeLessThanOrEqual(together(rate))
      }
    }),
    { numRuns: 100 },
  )
})

test('the rate is never exceeded, no matter who takes the permits', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { taken, rate } = live(story)
      const inOrder = taken.map(({ atMs }) => atMs).toSorted((one, other) => one - other)
      for (const [index, atMs] of inOrder.entries()) {
        const before = inOrder[index - 1]
        if (before !== undefined) expect(atMs - before).toBeGreaterThanOrEqual(rate.intervalMs - 1e-6)
      }
    }),
    { numRuns: 100 },
  )
})

test('after a permit of a slowed rate the next one waits for the slowed interval, however far the rate falls and while it recovers', () => {
  // Falls as far as it likes; recovers within a minute at the soonest.
  const step = fc.oneof(fc.constant(1 / 60), fc.double({ min: -1, max: 1 / 60, noNaN: true }))
  const steps = fc.array(step, { minLength: 61, maxLength: 61 })
  fc.assert(
    fc.property(stories, fc.constantFrom(11, 20, 100), steps, (story, callsPerSecond, changes) => {
      const shares = [1]
      for (const change of changes) shares.push(Math.min(1, Math.max(0.1, (shares.at(-1) ?? 1) + change)))
      const { taken } = live({ ...story, callsPerSecond }, (nowMs) => shares[Math.floor(nowMs / SECOND)] ?? 1)
      const inOrder = taken.toSorted((one, other) => one.atMs - other.atMs)
      for (const [index, { atMs }] of inOrder.entries()) {
        const before = inOrder[index - 1]
        if (before) expect(atMs - before.atMs).toBeGreaterThanOrEqual(before.intervalMs - 1e-6)
      }
    }),
    { numRuns: 100 },
  )
})

test('without further misses the queued alerts become fewer, and take every permit when no care call is due', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { taken, backlog, rate } = live(story)
      const quietFromMs = Math.max(0, ...story.missesAtMs)
      const after = backlog.filter(({ atMs }) => atMs > quietFromMs)
      for (const [index, { owed }] of after.entries()) {
        expect(owed).toBeLessThanOrEqual(after[index - 1]?.owed ?? Number.POSITIVE_INFINITY)
      }
      const freeFromMs = Math.max(quietFromMs, story.careDueMs)
      const left = after.at(-1)?.owed ?? 0
      const takenSince = taken.filter(({ kind, atMs }) => kind === 'alerts' && atMs >= freeFromMs).length
      const placesSince = Math.floor((60 * SECOND - freeFromMs) / rate.intervalMs)
      if (left > 0) expect(takenSince).toBeGreaterThanOrEqual(placesSince - 2)
    }),
    { numRuns: 100 },
  )
})

test('a clock that was turned back an hour keeps nobody from permitUse, neither care calls nor alerts', () => {
  const rate = { intervalMs: SECOND, aheadMs: 200 }
  const ofTheFuture = { nextAtMs: 3_600_000, alertNextAtMs: 3_600_000 }
  expect(openPermits(ofTheFuture, rate, 0, { kind: 'care' }).count).toBe(1)
  expect(openPermits(ofTheFuture, rate, 0, { kind: 'alerts', isCareDue: true }).count).toBe(1)
})
