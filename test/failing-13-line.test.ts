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
