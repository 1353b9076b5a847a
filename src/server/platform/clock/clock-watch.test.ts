import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { openDatabase } from '../database/database.ts'
import { isClockInSync } from './clock.ts'
import { type ClockWatch, measureClock, watchClock } from './clock-watch.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
let watch: ClockWatch | undefined
afterEach(() => watch?.stop())

/** A machine whose clock goes, but `ahead` of the true time, and what it has logged. */
function aMachine({ aheadMs = 0, database: reach = () => database.db } = {}) {
  const lines: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const machine = { aheadMs, sleptMs: 0 }
  watch = watchClock({
    database: reach,
    log,
    machine: { now: () => new Date(Date.now() + machine.aheadMs) },
    steadyMs: () => performance.now() - machine.sleptMs,
  })
  return { machine, watch, said: () => lines.map(({ level, msg }) => `${pino.levels.labels[level]}: ${msg}`) }
}

async function databaseTimeMs(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db)
  return rows[0]?.at.getTime() ?? Number.NaN
}

test('a clock that is right is left as it is, and nothing is said', async () => {
  const { watch, said } = aMachine()
  expect(watch.aheadMs()).toBeNull()
  await watch.compare()
  expect(watch.aheadMs()).toBeCloseTo(0, -1)
  expect(isClockInSync(watch.clock)).toBe(true)
  expect(said()).toEqual([])
})

test.each([
  ['ahead', 20_000],
  ['behind', -20_000],
])('a clock that is somewhat %s is logged once, and the database’s time counts', async (_, aheadMs) => {
  const { watch, said } = aMachine({ aheadMs })
  await watch.compare()
  await watch.compare()
  const before = await databaseTimeMs()
  const told = watch.clock.now().getTime()
  expect(told).toBeGreaterThan(before - 5_000)
  expect(told).toBeLessThan((await databaseTimeMs()) + 5_000)
  expect(isClockInSync(watch.clock)).toBe(true)
  await watch.check()
  expect(said()).toEqual(['warn: Clock of this machine is off; using the clock of the database'])
})

test.each([
  ['ahead of', 600_000],
  ['behind', -600_000],
])('a clock that is far %s the database’s is not trusted until it is right', async (where, aheadMs) => {
  const { machine, watch, said } = aMachine({ aheadMs })
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(false)
  await expect(watch.check()).rejects.toThrow(
    new RegExp(`The clock of this machine is 6\\d\\d seconds ${where}|is 59\\d`),
  )
  machine.aheadMs = 0
  await watch.check()
  expect(isClockInSync(watch.clock)).toBe(true)
  await watch.compare()
  expect(said()).toEqual([
    'error: Clock of this machine too far from that of the database; pausing all work',
    'info: Clock of this machine is right again',
  ])
})

test('a clock that jumps is noticed at once, before anything is compared', async () => {
  const { machine, watch } = aMachine()
  await watch.compare()
  machine.aheadMs = 3_600_000
  expect(isClockInSync(watch.clock)).toBe(false)
})

test('a clock that jumps a little is put right at once, before anything is compared', async () => {
  const { machine, watch } = aMachine()
  await watch.compare()
  machine.aheadMs = -15_000
  expect(Math.abs(watch.clock.now().getTime() - Date.now())).toBeLessThan(10_000)
})

test.each([
  ['for a night', 8 * 3_600_000],
  ['for a moment', 10_000],
])('a machine that slept %s is not trusted until its clock is compared, and then is', async (_, sleptMs) => {
  const { machine, watch } = aMachine()
  await watch.compare()
  machine.sleptMs = sleptMs
  expect(isClockInSync(watch.clock)).toBe(false)
  await expect.poll(() => isClockInSync(watch.clock)).toBe(true)
})

test('an answer that took long says little, and does not spoil what was known', async () => {
  const { machine, watch } = aMachine({ aheadMs: 20_000 })
  await watch.compare()
  // Half a minute before the comparison with the database's clock.
  machine.aheadMs = -10_000
  machine.sleptMs = 30_000
  const slow = watch.compare()
  machine.aheadMs = 20_000
  machine.sleptMs = 0
  await slow
  expect(watch.aheadMs()).toBeGreaterThan(15_000)
  expect(watch.aheadMs()).toBeLessThan(25_000)
})

test('a clock is not used before it was compared, nor when a slow first answer leaves the difference open', async () => {
  const { machine, watch } = aMachine({ aheadMs: 20_000 })
  expect(isClockInSync(watch.clock)).toBe(false)
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(true)
  watch.stop()
  const other = aMachine({ aheadMs: 20_000 })
  // Half a minute before the comparison with the database's clock: twenty seconds ahead would pass for right.
  other.machine.sleptMs = 30_000
  const slow = other.watch.compare()
  other.machine.sleptMs = 0
  await slow
  expect(other.watch.aheadMs()).toBe(0)
  expect(isClockInSync(other.watch.clock)).toBe(false)
  await expect.poll(() => isClockInSync(other.watch.clock)).toBe(true)
  expect(other.watch.aheadMs()).toBeGreaterThan(15_000)
  expect(machine.aheadMs).toBe(20_000)
})

test('a machine works by what is known of its clock, after a minute, where every answer is slow', async () => {
  const { machine, watch } = aMachine()
  machine.sleptMs = 30_000
  const slow = watch.compare()
  machine.sleptMs = 0
  await slow
  machine.sleptMs = -61_000
  machine.aheadMs = 61_000
  expect(isClockInSync(watch.clock)).toBe(true)
})

test('a database that does not answer says nothing about the clock: what was known stays', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  const reached = { db: database.db }
  const { watch, said } = aMachine({ aheadMs: 20_000, database: () => reached.db })
  await watch.compare()
  reached.db = db
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(true)
  expect(watch.aheadMs()).toBeGreaterThan(15_000)
  expect(said().at(-1)).toBe('warn: Clock not compared with the database; retrying')
  await db.destroy()
})

test('a database that has never answered leaves a clock untrusted: nothing can be done without it anyway', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  const { watch, said } = aMachine({ database: () => db })
  await watch.compare()
  expect(isClockInSync(watch.clock)).toBe(false)
  expect(said()).toContain('warn: Clock not compared with the database; retrying')
  await db.destroy()
})

test('how far it is ahead can be measured', async () => {
  const { watch } = aMachine({ aheadMs: 20_000 })
  const registry = new Registry()
  measureClock(registry, watch)
  expect(await registry.metrics()).toContain('cooee_clock_ahead_seconds Nan')
  await watch.compare()
  expect(await registry.metrics()).toMatch(/^cooee_clock_ahead_seconds (19|20)(\.\d+)?$/m)
})
