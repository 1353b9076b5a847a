import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../clock/clock.ts'
import { repeatRound } from './repeat-round.ts'

const quiet = { clock: systemClock, log: pino({ level: 'silent' }), failed: 'A round of the tests failed', everyMs: 1 }

test('rounds go on after one that failed', async () => {
  let begun = 0
  const rounds = repeatRound({
    ...quiet,
    async round() {
      begun += 1
      if (begun === 1) throw new Error('the database was away')
    },
  })
  await expect.poll(() => begun).toBeGreaterThan(2)
  await rounds.stop()
})

test('one at a time, and stopping waits for the one under way, which may end early', async () => {
  let under = 0
  let most = 0
  let ended = 0
  const rounds = repeatRound({
    ...quiet,
    async round(isStopped) {
      most = Math.max(most, ++under)
      while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 5))
      under -= 1
      ended += 1
    },
  })
  await expect.poll(() => under).toBe(1)
  await rounds.stop()
  expect([most, under, ended]).toEqual([1, 0, 1])
})

test('while the clock cannot be trusted none is walked, and then they are', async () => {
  let asked = 0
  let walked = 0
  const clock = { ...systemClock, isTrusted: () => ++asked > 3 }
  const rounds = repeatRound({
    ...quiet,
    clock,
    async round() {
      walked += asked > 3 ? 1 : Number.NaN
    },
  })
  await expect.poll(() => walked).toBeGreaterThan(0)
  await rounds.stop()
})
