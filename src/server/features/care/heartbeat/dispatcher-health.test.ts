import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { createDispatcher } from '../dispatch/dispatcher.ts'
import { recordHeartbeat } from '../dispatch/dispatcher-heartbeats.ts'
import { checkDispatcher, measureDueCalls } from './dispatcher-health.ts'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

test('a dispatcher that polls and finds nothing is well', async () => {
  care.clock.advance(3_600_000)
  await care.dispatch()
  await expect(checkDispatcher(care.dispatcher, care.clock)).resolves.toBeUndefined()
})

test('a dispatcher that could not poll for half a minute is not well', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  const dispatcher = createDispatcher({ ...care.deps, db })
  care.clock.advance(31_000)
  dispatcher.wake()
  await dispatcher.idle()
  await expect(checkDispatcher(dispatcher, care.clock)).rejects.toThrow('31 seconds ago')
  await db.destroy()
})

test('the metrics count what is due', async () => {
  const registry = new Registry()
  measureDueCalls(registry, { ...care, dispatcher: () => care.dispatcher })
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  const account = await care.anAccount()
  for (let n = 0; n < 2; n++) await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
  expect(await registry.metrics()).toContain('cooee_calls_due 0')
  care.clock.set(NINE_IN_SYDNEY)
  expect(await registry.metrics()).toContain('cooee_calls_due 2')
  await care.dispatch()
  expect(await registry.metrics()).toContain('cooee_calls_due 0')
  for (const name of ['cooee_dispatcher_heartbeat_age_seconds', 'cooee_dispatcher_look_age_seconds'])
    expect(await registry.metrics()).toContain(`${name} 0`)
})

test('the metrics tell when due calls were last polled, what waits for its first dial, and what was not completed', async () => {
  await deleteEverybody(care.db)
  const registry = new Registry()
  measureDueCalls(registry, { ...care, dispatcher: () => undefined })
  expect(await registry.metrics()).toContain('cooee_last_heartbeat_timestamp_seconds 0')
  const account = await care.anAccount()
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
  await recordHeartbeat(care.db, NINE_IN_SYDNEY)
  const due = await registry.metrics()
  for (const name of ['cooee_last_heartbeat_timestamp_seconds', 'cooee_last_look_timestamp_seconds'])
    expect(due).toContain(`${name} ${NINE_IN_SYDNEY.getTime() / 1000}`)
  expect(due).toContain('cooee_due_not_started 1')
  expect(due).toContain('cooee_calls_not_completed_last_day{status="missed"} 0')
  care.clock.advance(2 * 3_600_000)
  await care.dispatch()
  const given = await registry.metrics()
  expect(given).toContain('cooee_due_not_started 0')
  expect(given).toContain('cooee_calls_not_completed_last_day{status="missed"} 1')
  const reachedAt = care.clock.now()
  await care.db.updateTable('calls').set({ cancelledAt: reachedAt, resolvedAt: reachedAt }).execute()
  expect(await registry.metrics()).toContain('cooee_calls_not_completed_last_day{status="missed"} 0')
})
