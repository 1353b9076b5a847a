import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { walkRounds } from './rounds.ts'

function aLog() {
  const said: string[] = []
  return { said, log: pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) }) }
}

test('a round is walked at once and again, also after one that failed', async () => {
  const { log, said } = aLog()
  let walked = 0
  const rounds = walkRounds({ everyMs: 1, clock: systemClock, log, trouble: 'It went wrong' }, async () => {
    walked += 1
    if (walked === 1) throw new Error('once')
  })
  await expect.poll(() => walked).toBeGreaterThan(2)
  await rounds.stop()
  expect(said).toEqual(['It went wrong'])
})

test('while the clock cannot be trusted none is walked, and then they are', async () => {
  const { log, said } = aLog()
  const looks: boolean[] = []
  let isTrusted = false
  let walked = 0
  const clock = {
    ...systemClock,
    isTrusted() {
      looks.push(isTrusted)
      return isTrusted
    },
  }
  const rounds = walkRounds({ everyMs: 1, clock, log, trouble: 'It went wrong' }, async () => {
    walked += 1
  })
  await expect.poll(() => looks.length).toBeGreaterThan(2)
  expect(walked).toBe(0)
  isTrusted = true
  await expect.poll(() => walked).toBeGreaterThan(0)
  await rounds.stop()
  expect(said).toEqual([])
})

test('stopping waits for the round under way, tells it, and none follows', async () => {
  const { log } = aLog()
  const underWay = Promise.withResolvers<void>()
  const seen: boolean[] = []
  const rounds = walkRounds({ everyMs: 1, clock: systemClock, log, trouble: 'It went wrong' }, async (isStopped) => {
    await underWay.promise
    seen.push(isStopped())
  })
  const stopped = rounds.stop()
  underWay.resolve()
  await stopped
  expect(seen).toEqual([true])
})
