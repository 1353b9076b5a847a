import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { isClockInSync } from './clock.ts'
import { type ClockWatch, watchClock } from './clock-watch.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
let watch: ClockWatch | undefined
afterEach(() => watch?.stop())

/** A machine whose clock and database agree, as with an embedded one, and a provider whose clock is `behindMs` behind them. */
function aMachine(behindMs: number) {
  const lines: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const theirs = { behindMs, isDown: false, asked: 0, strangeMs: 0 }
  const passed = { ms: 0 }
  watch = watchClock({
    database: () => database.db,
    log,
    async providerTime() {
      theirs.asked += 1
      if (theirs.isDown) throw new Error('No answer')
      const at = Date.now() - theirs.behindMs - theirs.strangeMs
      theirs.strangeMs = 0
      return new Date(Math.floor(at / 1000) * 1000)
    },
    steadyMs: () => performance.now() + passed.ms,
    machine: { now: () => new Date(Date.now() + passed.ms) },
  })
  return { watch, theirs, passed, said: () => lines.map(({ level, msg }) => `${pino.levels.labels[level]}: ${msg}`) }
}

test('a clock that agrees with the provider’s to some seconds is trusted, and nothing is said', async () => {
  const { watch, said } = aMachine(3_000)
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(true)
  expect(watch.aheadOfProviderMs()).toBeGreaterThan(1_000)
  expect(watch.aheadOfProviderMs()).toBeLessThan(5_000)
  expect(said()).toEqual([])
})

test.each([
  ['ahead of', HOUR],
  ['behind', -HOUR],
])(
  'a clock that is an hour %s the provider’s is not trusted, although the database agrees with it',
  async (where, behindMs) => {
    const { watch, said } = aMachine(behindMs)
    await watch.compare()
    expect(watch.aheadMs()).toBeCloseTo(0, -2)
    expect(isClockInSync(watch.clock)).toBe(false)
    await expect(watch.check()).rejects.toThrow(
      new RegExp(`Our time is (3600|359\\d|360\\d) seconds ${where} the phone provider's`),
    )
    expect(said()).toEqual(["error: Clock too far from the phone provider's; nothing is done by it"])
  },
)

test('no work is done before the provider has given its time once, and it is asked again soon', async () => {
  const { watch, theirs, passed } = aMachine(HOUR)
  theirs.isDown = true
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(false)
  theirs.isDown = false
  passed.ms = 11_000
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(false)
  expect(watch.aheadOfProviderMs()).toBeGreaterThan(HOUR - MINUTE)
})

test('one strange answer about the time does not count', async () => {
  const { watch, theirs } = aMachine(0)
  theirs.strangeMs = HOUR
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(true)
})

test('a clock that was set right is trusted again, and the log says so', async () => {
  const { watch, theirs, passed, said } = aMachine(HOUR)
  await watch.compare()
  theirs.behindMs = 0
  passed.ms = 11_000
  await watch.check()
  expect(isClockInSync(watch.clock)).toBe(true)
  expect(said().at(-1)).toBe("info: Clock agrees with the phone provider's again")
})

test('a provider that cannot be reached says nothing about the clock, and stops nothing for longer than half a minute', async () => {
  const { watch, theirs, passed, said } = aMachine(HOUR)
  theirs.isDown = true
  await watch.compare()
  passed.ms = 29_000
  expect(isClockInSync(watch.clock)).toBe(false)
  passed.ms = 31_000
  expect(isClockInSync(watch.clock)).toBe(true)
  expect(watch.aheadOfProviderMs()).toBeNull()
  expect(said()).toEqual([])
})

test('a provider whose clock agrees is asked every five minutes, not with every comparison', async () => {
  const { watch, theirs } = aMachine(0)
  for (let times = 0; times < 5; times++) await watch.compare()
  expect(theirs.asked).toBe(1)
})
