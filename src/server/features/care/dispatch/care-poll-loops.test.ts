import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { carePollLoops } from './care-poll-loops.ts'
import { createDispatcher } from './dispatcher.ts'

const SECOND = 1_000
const HOUR = 3_600_000

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

/** The poll loop that finds due calls: calls can be read, and are claimed on that database. */
function findDueCalls(deps = care.deps) {
  const dispatcher = createDispatcher(deps)
  const { loops, stop } = carePollLoops(care.deps, dispatcher, care.dialHandlers)
  onTestFinished(stop)
  const loop = loops.find(({ name }) => name === 'find due calls')
  const wake = async () => loop?.poll(() => false)
  return {
    dispatcher,
    wake,
    async poll() {
      await wake()
      await dispatcher.idle()
    },
  }
}

test('the loop that finds due calls fails once they could be read and not claimed for half a minute, and no sooner', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  const { poll } = findDueCalls({ ...care.deps, db })
  care.clock.advance(HOUR)
  await poll()
  care.clock.advance(30 * SECOND)
  await poll()
  care.clock.advance(SECOND)
  await expect(poll()).rejects.toThrow('not claimed for 31 seconds')
  await db.destroy()
})

test('the loop that finds due calls fails while somebody holds the lock of the claims, and recovers when it is released', async () => {
  const { dispatcher, wake, poll } = findDueCalls()
  care.clock.advance(SECOND)
  await care.db.transaction().execute(async (trx) => {
    await sql`lock table dial_fence`.execute(trx)
    await wake()
    care.clock.advance(31 * SECOND)
    await expect(wake()).rejects.toThrow('not claimed for 31 seconds')
  })
  await dispatcher.idle()
  await poll()
})

test('the loop that finds due calls fails as soon where the clock was an hour ahead before and was set right', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  care.clock.advance(HOUR)
  const { poll } = findDueCalls({ ...care.deps, db })
  await poll()
  care.clock.advance(-HOUR)
  await poll()
  care.clock.advance(31 * SECOND)
  await expect(poll()).rejects.toThrow('not claimed for 31 seconds')
  await db.destroy()
})

test('the loop that finds due calls does not fail while a dispatcher finds nothing, or nobody has woken it for an hour', async () => {
  const { poll } = findDueCalls()
  for (const passes of [HOUR, SECOND, SECOND, HOUR, SECOND]) {
    care.clock.advance(passes)
    await poll()
  }
})

test('the loop that finds due calls does not fail when the clock was wrong for an hour, and jobs woke the dispatcher', async () => {
  let isRight = true
  const clock = { ...care.clock, isInSync: () => isRight }
  const { dispatcher, poll } = findDueCalls({ ...care.deps, clock })
  care.clock.advance(SECOND)
  await poll()
  isRight = false
  for (const passes of [SECOND, HOUR]) {
    care.clock.advance(passes)
    dispatcher.wake()
    await dispatcher.idle()
  }
  isRight = true
  await poll()
  care.clock.advance(SECOND)
  await poll()
})
