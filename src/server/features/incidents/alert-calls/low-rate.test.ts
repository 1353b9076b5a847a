import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { aRefusal } from '#test/refusals.ts'
import { aHome, happens, MATRON, ownPhone, resident, shortLine } from '#test/short-line.ts'

const MINUTE = 60_000
const NURSE = '+61491570157'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(NINE_IN_SYDNEY)
})

/** How long the line takes to let one call leave: nothing happens in between. */
const placeMs = (callsPerSecond: number) => 1_000 / callsPerSecond
const claimed = async () =>
  (await care.db.selectFrom('alertCalls').select('alertId').where('state', '=', 'queued').execute()).length

describe.each([1, 0.2])('a home at %s calls a second in which twenty people are missed at nine', (rate) => {
  test.each([
    ['the matron, who is rung for each of them', ownPhone, MATRON],
    ['the nurse, who is the contact of all', () => NURSE, NURSE],
  ])('at a low rate %s is rung within two minutes when one more asks for help', async (_, contact, phone) => {
    const home = await aHome(care, 20, contact)
    for (const id of home.people) await happens(care, home.id, id, 'not_reached')
    const on = shortLine(care, rate, Math.max(2_000, placeMs(rate)))
    await on.pass(5 * MINUTE)
    await happens(care, home.id, await resident(care, home.id, contact()), 'help')
    const from = care.clock.now().getTime()
    await on.pass(2 * MINUTE)
    const forHelp = on.alerts.filter(({ to, cause, atMs }) => to === phone && cause === 'help' && atMs > from)
    expect(forHelp).not.toEqual([])
  })
})

test('at 0.2 calls a second reminders are dispatched in time beside two waves of misses and a request for help, and the queue shrinks', {
  timeout: 200_000,
}, async () => {
  const home = await aHome(care, 60, ownPhone)
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  for (let family = 0; family < 10; family++) {
    const account = await care.anAccount()
    for (let n = 0; n < 6; n++) {
      await care.aCall(account, { lovedOneId: await care.somebodyElse(account), callType: 'medication_reminder' })
    }
  }
  care.clock.set(NINE_IN_SYDNEY)
  const on = shortLine(care, 0.2, 5_000)
  for (const wave of [home.people.slice(0, 30), home.people.slice(30)]) {
    for (const id of wave) await happens(care, home.id, id, 'not_reached')
    await on.pass(6 * MINUTE)
  }
  await happens(care, home.id, await resident(care, home.id, NURSE), 'help')
  const from = care.clock.now().getTime()
  const before = await claimed()
  await on.pass(13 * MINUTE)
  const statuses = await care.db.selectFrom('calls').select('status').distinct().execute()
  expect(statuses).toEqual([{ status: 'completed' }])
  expect(await claimed()).toBeLessThanOrEqual(before)
  const help = on.alerts.filter(({ cause, atMs }) => cause === 'help' && atMs <= from + 2 * MINUTE)
  expect(help.map(({ to }) => to)).toEqual(expect.arrayContaining([MATRON, NURSE]))
})

test('contacts who can only be rung are each rung, however long the queue is: a queued ring does not expire', async () => {
  const phones = Array.from({ length: 12 }, ownPhone)
  for (const phone of phones) {
    const { id } = await care.anAccount()
    const lovedOneId = await resident(care, id, phone)
    const contacts = await care.db.selectFrom('contacts').select('phoneNumber').where('accountId', '=', id).execute()
    for (const { phoneNumber } of contacts) await aRefusal(care.db, { phoneNumber, texts: true }, NINE_IN_SYDNEY)
    await happens(care, id, lovedOneId, 'not_reached')
  }
  // Twelve rings take fifty minutes.
  const on = shortLine(care, 0.004, MINUTE)
  await on.pass(90 * MINUTE)
  expect(new Set(on.alerts.map(({ to }) => to))).toEqual(new Set(phones))
})

test('at 0.2 calls a second a queued ring about a miss keeps nobody from being rung for help', {
  timeout: 200_000,
}, async () => {
  const rate = 0.2
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
  const on = shortLine(care, rate, placeMs(rate))
  await on.pass(2 * MINUTE + 10_000)
  await happens(care, home.id, asking, 'help')
  const from = care.clock.now().getTime()
  await on.pass(6 * MINUTE)
  const first = on.alerts.find(({ to, cause }) => to === NURSE && cause === 'help')
  expect(first ? (first.atMs - from) / 1_000 : null).toBeLessThanOrEqual(120)
})
