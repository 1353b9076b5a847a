import { expect, test } from 'vitest'
import { movableClock } from '#test/movable-clock.ts'
import type { Logger } from '../health/logger.ts'
import { backOffMs, type DueWork, runDueWork } from './run-due-work.ts'

const NOW = new Date('2026-03-09T22:00:00Z')

interface Row {
  id: number
  failures: number
  dueAt: Date
  outcome: 'ran' | 'held' | 'throws'
}

/** Rows in memory, given up after three failures; what the runner does with them is written down in order. */
function someWork(outcomes: Row['outcome'][], broken: Partial<DueWork<Row>> = {}) {
  const clock = movableClock(NOW)
  const rows = outcomes.map((outcome, index): Row => ({ id: index + 1, failures: 0, dueAt: NOW, outcome }))
  const done: string[] = []
  const logged: string[] = []
  const work: DueWork<Row> = {
    name: 'try a row',
    longestWaitMs: 8_000,
    claim: async (now) => rows.filter(({ dueAt }) => dueAt <= now),
    run: async ({ id, outcome }) => {
      done.push(`run ${id}`)
      if (outcome === 'throws') throw new Error('broken')
      return outcome
    },
    failuresOf: ({ failures }) => failures,
    postpone: async (row, until, failures) => void Object.assign(row, { dueAt: until, failures }),
    clearFailures: async (row) => void Object.assign(row, { failures: 0 }),
    isSpent: (_, failures) => failures >= 3,
    giveUp: async ({ id }) => void done.push(`give up ${id}`),
    idsOf: ({ id }) => ({ rowId: id }),
    ...broken,
  }
  const log: Pick<Logger, 'error'> = { error: (_: unknown, message?: string) => void logged.push(message ?? '') }
  return { clock, rows, done, logged, run: () => runDueWork({ clock, log }, work) }
}

const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

test('a row that fails keeps no other row waiting, and the count is of those that ran', async () => {
  const { run, done, rows } = someWork(['throws', 'ran', 'held'])
  expect(await run()).toBe(1)
  expect(done).toEqual(['run 1', 'run 2', 'run 3'])
  expect(rows.map(({ failures }) => failures)).toEqual([1, 0, 0])
})

test('a failed row is tried again at growing distances, up to the longest', async () => {
  expect([1, 2, 3, 4, 5, 500].map((failures) => backOffMs(failures, 8_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
  ])
  const { run, rows, clock } = someWork(['throws'])
  await run()
  expect(rows[0]).toMatchObject({ failures: 1, dueAt: secondsLater(1) })
  clock.set(secondsLater(1))
  await run()
  expect(rows[0]).toMatchObject({ failures: 2, dueAt: secondsLater(3) })
})

test('a row that runs after it failed starts from nothing; one that another worker holds does not', async () => {
  const { run, rows } = someWork(['ran', 'held'])
  for (const row of rows) row.failures = 2
  await run()
  expect(rows.map(({ failures }) => failures)).toEqual([0, 2])
})

test('a spent row is given up and tried on, and given up again where giving up failed', async () => {
  let givenUp = 0
  const { run, rows, clock, logged } = someWork(['throws'], {
    giveUp: async () => {
      givenUp += 1
      if (givenUp === 1) throw new Error('the database is away')
    },
  })
  for (let round = 0; round < 4; round += 1) {
    await run()
    clock.set(rows[0]?.dueAt ?? NOW)
  }
  expect(givenUp).toBe(2)
  expect(logged).toContain('Due work could not be given up')
  expect(rows[0]).toMatchObject({ failures: 4 })
})

test('where a failure cannot even be written, the others are done and the lease ends by itself', async () => {
  const { run, rows, logged } = someWork(['throws', 'ran'], {
    postpone: () => Promise.reject(new Error('the database is away')),
  })
  expect(await run()).toBe(1)
  expect(rows[0]).toMatchObject({ failures: 0, dueAt: NOW })
  expect(logged).toEqual(['Due work failed; retrying', 'Due work could not be put off'])
})
