import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { movableClock } from '#test/movable-clock.ts'
import { systemClock } from '../clock/clock.ts'
import { type PollLoop, runPollLoop } from './poll-loop.ts'

const quiet = { clock: systemClock, log: pino({ level: 'silent' }), everyMs: 1, onStuck: async () => {} }
const named = (poll: PollLoop['poll']): PollLoop => ({ name: 'a loop of the tests', poll })

test('a poll loop continues after a poll that failed', async () => {
  let begun = 0
  const loops = runPollLoop({
    ...quiet,
    loop: named(async () => {
      begun += 1
      if (begun === 1) throw new Error('the database was away')
    }),
  })
  await expect.poll(() => begun).toBeGreaterThan(2)
  await loops.stop()
})

test('one at a time, and stopping waits for the one under way, which may end early', async () => {
  let under = 0
  let most = 0
  let ended = 0
  const loops = runPollLoop({
    ...quiet,
    loop: named(async (isStopped) => {
      most = Math.max(most, ++under)
      while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 5))
      under -= 1
      ended += 1
    }),
  })
  await expect.poll(() => under).toBe(1)
  await loops.stop()
  expect([most, under, ended]).toEqual([1, 0, 1])
})

test('a poll that hangs does not keep its loop from stopping', async () => {
  let begun = 0
  const loops = runPollLoop({
    ...quiet,
    stopWaitMs: 20,
    loop: named(() => {
      begun += 1
      return new Promise(() => {})
    }),
  })
  await expect.poll(() => begun).toBe(1)
  await loops.stop()
  expect(begun).toBe(1)
})

test('poll loops pause while the clock cannot be trusted, and then resume', async () => {
  let asked = 0
  let polled = 0
  const clock = { ...systemClock, isInSync: () => ++asked > 3 }
  const loops = runPollLoop({
    ...quiet,
    clock,
    loop: named(async () => {
      polled += asked > 3 ? 1 : Number.NaN
    }),
  })
  await expect.poll(() => polled).toBeGreaterThan(0)
  await loops.stop()
})

describe('a poll loop that is stuck', () => {
  const FOUR_MINUTES = 4 * 60_000

  async function failingRound(fails: () => boolean, onStuck: (name: string) => Promise<void>) {
    const clock = movableClock(new Date('2026-03-10T00:00:00Z'))
    let polled = 0
    const loops = runPollLoop({
      ...quiet,
      clock,
      onStuck,
      loop: named(async () => {
        polled += 1
        if (fails()) throw new Error('broken')
      }),
    })
    const more = async () => {
      const before = polled
      await expect.poll(() => polled).toBeGreaterThan(before + 2)
    }
    await more()
    return { clock, loops, more }
  }

  test('a stuck poll loop is reported after five minutes of failures, not before, and again when the report failed', async () => {
    const reported: string[] = []
    const { clock, loops, more } = await failingRound(
      () => true,
      async (name) => {
        reported.push(name)
        if (reported.length === 1) throw new Error('nor can that be written')
      },
    )
    clock.advance(FOUR_MINUTES)
    await more()
    expect(reported).toEqual([])
    clock.advance(FOUR_MINUTES)
    await more()
    expect(reported).toEqual(['a loop of the tests', 'a loop of the tests'])
    clock.advance(2 * FOUR_MINUTES)
    await more()
    await loops.stop()
    expect(reported).toHaveLength(3)
  })

  test('a poll loop that succeeds in between is not stuck', async () => {
    const reported: string[] = []
    let fails = true
    const { clock, loops, more } = await failingRound(
      () => fails,
      async (name) => void reported.push(name),
    )
    clock.advance(FOUR_MINUTES)
    fails = false
    await more()
    fails = true
    await more()
    clock.advance(FOUR_MINUTES)
    await more()
    await loops.stop()
    expect(reported).toEqual([])
  })
})
