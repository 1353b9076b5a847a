import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { aHome, happens, ownPhone, resident, shortLine } from './short-line.ts'

const MINUTE = 60_000
const NURSE = '+61491570157'

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

test.each([1, 0.2])(
  'at %s calls a second a ring about a miss that waits for its place keeps nobody from being rung for help',
  { timeout: 200_000 },
  async (rate) => {
    const families = rate * 150 - 5
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
    const account = await care.anAccount()
    for (let n = 0; n < 600 * rate; n++) {
      await care.aCall(account, { lovedOneId: await care.somebodyElse(account), callType: 'medication_reminder' })
    }
    care.clock.set(NINE_IN_SYDNEY)
    for (let n = 0; n < families; n++) {
      const { id } = await care.anAccount()
      await happens(care, id, await resident(care, id, ownPhone()), 'not_reached')
    }
    const home = await aHome(care, 2, () => NURSE)
    const [missed = 0, asking = 0] = home.people
    await happens(care, home.id, missed, 'not_reached')
    const on = shortLine(care, rate, 1_000)
    await on.pass(2 * MINUTE + 10_000)
    await happens(care, home.id, asking, 'help')
    const from = care.clock.now().getTime()
    await on.pass(6 * MINUTE)
    const first = on.alerts.find(({ to, cause }) => to === NURSE && cause === 'help')
    expect(first ? (first.atMs - from) / 1_000 : null).toBeLessThanOrEqual(120)
  },
)

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
