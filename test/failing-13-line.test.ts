import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { happens, ownPhone, resident, shortLine } from './short-line.ts'

const MINUTE = 60_000

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.db.deleteFrom('accounts').execute()
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(NINE_IN_SYDNEY)
})

test('after a night without Cooee everybody is rung once, also where they are more than can be rung in an hour', {
  timeout: 200_000,
}, async () => {
  care.clock.set(new Date('2026-03-09T08:00:00+11:00'))
  const account = await care.anAccount()
  const people = 30
  for (let n = 0; n < people; n++) {
    await care.aCall(account, {
      lovedOneId: await care.somebodyElse(account),
      at: new Date('2026-03-09T18:00:00+11:00'),
    })
  }
  care.clock.set(new Date('2026-03-10T03:00:00+11:00'))
  // Twenty an hour: of three thousand six hundred an hour it would be five thousand families.
  const on = shortLine(care, 20 / 3600, 60_000)
  await on.pass(4 * 60 * MINUTE + 3 * 60 * MINUTE)
  expect(on.calls.length).toBe(people)
})

test('contacts who can only be rung are each rung within four hours, however many there are: a ring that waits does not go stale for ever', {
  timeout: 300_000,
}, async () => {
  const families = 60
  const phones: string[] = []
  for (let n = 0; n < families; n++) {
    const { id } = await care.anAccount()
    const phone = ownPhone()
    phones.push(phone)
    const lovedOneId = await resident(care, id, phone)
    await care.db.updateTable('contacts').set({ textsStoppedAt: NINE_IN_SYDNEY }).where('accountId', '=', id).execute()
    await happens(care, id, lovedOneId, 'not_reached')
  }
  // Sixty rings take fifty minutes.
  const on = shortLine(care, 0.02, 30_000)
  await on.pass(4 * 60 * MINUTE)
  const rung = new Set(on.alerts.map(({ to }) => to))
  expect(phones.filter((phone) => !rung.has(phone))).toEqual([])
})
