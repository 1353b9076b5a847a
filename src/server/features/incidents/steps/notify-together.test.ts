import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { aHome, happens } from '#test/short-line.ts'
import { advanceIncidents } from './advance-incidents.ts'

const NURSE = '+61491570110'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  care.notified.length = 0
  care.clock.set(NINE_IN_SYDNEY)
})

const texts = () =>
  care.notified.filter(({ recipient, channel }) => recipient === NURSE && channel === 'sms').map(({ text }) => text)
async function poll(limit: number): Promise<void> {
  const deps = { ...care.deps.incidents, limits: { ...NO_LIMITS, incidents: limit } }
  while ((await advanceIncidents(deps)) > 0);
}
async function missed(residents: number): Promise<{ id: number; people: number[] }> {
  const home = await aHome(care, residents, () => NURSE)
  for (const person of home.people) await happens(care, home.id, person, 'not_reached')
  return home
}

test('a contact is notified of each of ten incidents by a text of its own', async () => {
  await missed(10)
  await poll(10)
  expect(texts()).toHaveLength(10)
})

test('one text notifies a contact of several incidents where more than ten run at once for one account', async () => {
  await missed(12)
  await poll(10)
  expect(texts()).toHaveLength(1)
  expect(texts()[0]).toContain('Also waiting: 11 more.')
  const alerts = await care.db.selectFrom('alerts').select('messageResult').where('channel', '=', 'sms').execute()
  expect(
    alerts.filter(({ messageResult }) => messageResult === 'suppressed'),
    'each incident shows it',
  ).toHaveLength(11)
})

test('a request for help always has a text of its own, and incidents of other accounts do not count', async () => {
  const home = await missed(11)
  await missed(5)
  await poll(10)
  const before = texts().length
  await happens(care, home.id, home.people[0] ?? 0, 'help')
  await poll(10)
  expect(before).toBe(1 + 5)
  expect(texts().length).toBeGreaterThan(before)
})
