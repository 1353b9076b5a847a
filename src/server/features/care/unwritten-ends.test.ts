import { afterEach, expect, test } from 'vitest'
import { care, MINUTE, SECOND, setUpAlertCalls } from '#test/alert-calls-fixture.ts'
import { DUE_WORK_KINDS, healDueWork, pollDueWork, pollMinutes } from '#test/due-work-kinds.ts'

setUpAlertCalls()

afterEach(healDueWork)

test('an answered call whose end cannot be written alerts nobody', async () => {
  const [kind] = DUE_WORK_KINDS
  if (!kind) throw new Error('There are no kinds')
  await kind.fallsDue()
  await care.db.updateTable('attempts').set({ response: 'acknowledged', keys: '1' }).execute()
  await kind.spoil()
  await pollMinutes(kind, 60)
  expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
})

test('a call whose end cannot be written is reported as unknown, after a quarter of an hour and not before', async () => {
  const [kind] = DUE_WORK_KINDS
  if (!kind?.isNotified) throw new Error('There are no kinds')
  await kind.fallsDue()
  await kind.spoil()
  await pollMinutes(kind, 10)
  expect(await kind.isNotified()).toBe(false)
  await pollMinutes(kind, 10)
  const { headline, detail } = await care.db
    .selectFrom('incidents')
    .select(['headline', 'detail'])
    .executeTakeFirstOrThrow()
  expect(headline).toBe("We don't know how the 10:00 AM call to Margaret Hartley ended")
  expect(detail).toBe('Something went wrong on our side.')
})

test('one failure after a long outage is not reported', async () => {
  const [kind] = DUE_WORK_KINDS
  if (!kind?.isNotified) throw new Error('There are no kinds')
  await kind.fallsDue()
  care.clock.advance(20 * MINUTE)
  await kind.spoil()
  await pollDueWork(kind)
  await kind.heal()
  care.clock.advance(2 * SECOND)
  await pollDueWork(kind)
  expect(await kind.effect()).toEqual(kind.done)
  expect(await kind.isNotified()).toBe(false)
})

test('a phone whose alert cannot be ended is rung again for the next one', async () => {
  const kind = DUE_WORK_KINDS[1]
  if (!kind) throw new Error('There are no kinds')
  await kind.fallsDue()
  await kind.spoil()
  await pollMinutes(kind, 60)
  const before = care.telephony.alertsDialled.length
  await care.db
    .updateTable('incidents')
    .set({ round: 1, roundStartsAt: care.clock.now(), nextAt: care.clock.now() })
    .execute()
  await care.db.updateTable('alerts').set({ supersededAt: care.clock.now() }).execute()
  for (let count = 0; count < 6; count++) {
    await care.escalate()
    care.clock.advance(MINUTE)
  }
  expect(care.telephony.alertsDialled.length).toBeGreaterThan(before)
})
