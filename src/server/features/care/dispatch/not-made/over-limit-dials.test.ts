import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusePhone } from '#server/features/contacts/public.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { claimDueCalls } from '../claim-due-calls.ts'

const HOUR = 3_600_000
const MOST = 4

let care: CareFixture
let deps: CareFixture['deps']
let account: { id: number }
let margaret: number

beforeAll(async () => {
  care = await careFixture()
  const limits = { ...NO_LIMITS, dialsPerNumberDay: MOST }
  deps = { ...care.deps, limits, incidents: { ...care.deps.incidents, limits } }
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  await care.db.deleteFrom('numberDials').execute()
  care.notified.length = 0
  await moveTo(NINE_IN_SYDNEY)
  account = await care.anAccount()
  margaret = await care.aLovedOne(account)
})

async function moveTo(instant: Date): Promise<void> {
  care.clock.set(instant)
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
}
/** Claims what is due until nothing is left; each call rings out at once. */
async function ring(): Promise<number> {
  let rung = 0
  for (;;) {
    const { claimed, again } = await claimDueCalls(deps)
    rung += claimed.length
    const hungUp = { state: 'ended', outcome: 'failed', nextAt: null, endedAt: care.clock.now() } as const
    await care.db.updateTable('attempts').set(hungUp).where('state', '=', 'dialling').execute()
    if (again === null && claimed.length === 0) return rung
  }
}
const schedule = (many: number, of = account, lovedOneId = margaret) =>
  Promise.all(Array.from({ length: many }, () => care.aCall(of, { lovedOneId, at: care.clock.now() })))
const ended = () =>
  care.db.selectFrom('calls').select(['status', 'reason', 'accountId']).where('endedAt', 'is not', null).execute()

test('a phone is dialled only so often a day by all accounts together; a refused call ends as not placed, with its reason', async () => {
  const other = await care.anAccount()
  const theirs = await care.aLovedOne(other)
  await schedule(3)
  await schedule(3, other, theirs)
  expect(await ring()).toBe(MOST)
  const refused = await ended()
  expect(refused).toHaveLength(2)
  for (const { status, reason } of refused) {
    expect(status).toBe('missed')
    expect(reason).toBe(
      "We tried Margaret Hartley's number 4 times in 24 hours, the most we try one number, so we didn't ring again.",
    )
  }
  expect(
    care.notified.filter(({ channel }) => channel === 'email').length,
    'the account holders are notified',
  ).toBeGreaterThan(0)
  expect(await care.db.selectFrom('calls').where('catchUpFor', 'is not', null).selectAll().execute()).toEqual([])
  expect(await ring(), 'run again').toBe(0)
})

test('a family whose person is asked by text reads that it was not sent, and that their number was tried so often', async () => {
  await schedule(MOST - 1)
  const asksByText = { lovedOneId: margaret, asksBy: 'text' } as const
  await care.aCall(account, { ...asksByText, at: care.clock.now() })
  expect(await ring()).toBe(MOST - 1)
  const counted = await care.db.selectFrom('numberDials').select('purpose').orderBy('purpose').execute()
  expect(counted.map(({ purpose }) => purpose)).toEqual(['care', 'care', 'care', 'text'])
  await care.aCall(account, { ...asksByText, at: care.clock.now() })
  expect(await ring()).toBe(0)
  const reason =
    "We tried Margaret Hartley's number 4 times in 24 hours, the most we try one number, so we didn't text this time."
  expect(await ended()).toMatchObject([{ status: 'missed', reason }])
})

test('a retry that leaves out a second phone ends by the limit of the first one', async () => {
  const second = '+61491570157'
  const [callId] = await schedule(MOST)
  expect(await ring()).toBe(MOST)
  await care.db.updateTable('lovedOnes').set({ secondPhoneNumber: second }).where('id', '=', margaret).execute()
  const stop = { phoneNumber: second, calls: true, texts: true, how: 'text' } as const
  await care.db.transaction().execute((trx) => refusePhone(deps, trx, stop))
  await care.db
    .updateTable('calls')
    .set({ dialAt: care.clock.now(), dialBy: new Date(care.clock.now().getTime() + HOUR) })
    .where('id', '=', callId ?? 0)
    .execute()
  expect(await ring()).toBe(0)
  expect(await ended()).toMatchObject([{ status: 'missed', reason: expect.stringContaining('4 times in 24 hours') }])
})

test('no account uses up the dials of a phone that another account rings: each has its share', async () => {
  const stranger = await care.anAccount()
  await schedule(MOST + 2, stranger, await care.aLovedOne(stranger))
  expect(await ring()).toBe(MOST)
  await schedule(3)
  expect(await ring(), 'half of the limit, of two accounts').toBe(MOST / 2)
  const refused = (await ended()).map(({ accountId }) => accountId)
  expect(refused).toEqual([stranger.id, stranger.id, account.id])
})

test('another phone rings meanwhile, and the same one a day later', async () => {
  await schedule(MOST)
  expect(await ring()).toBe(MOST)
  const con = await care.somebodyElse(account)
  await schedule(1, account, con)
  await schedule(1)
  expect(await ring()).toBe(1)
  await moveTo(new Date(NINE_IN_SYDNEY.getTime() + 25 * HOUR))
  await schedule(1)
  expect(await ring()).toBe(1)
})

test('several machines that claim at once do not pass the limit together', async () => {
  await schedule(3)
  expect(await ring()).toBe(3)
  await schedule(6)
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimDueCalls(deps, 1)))
  expect(claims.flatMap(({ claimed }) => claimed)).toHaveLength(1)
})

test('removing a loved one and adding them again allows no more dials', async () => {
  await schedule(MOST)
  await ring()
  await care.db.deleteFrom('lovedOnes').where('id', '=', margaret).execute()
  const again = await care.aLovedOne(account)
  await schedule(1, account, again)
  expect(await ring()).toBe(0)
})

test('a dial that the provider did not place counts for nothing', async () => {
  await schedule(1)
  await claimDueCalls(deps)
  expect(await care.db.selectFrom('numberDials').selectAll().execute()).toHaveLength(1)
  await care.db.updateTable('attempts').set({ state: 'not_placed', nextAt: null }).execute()
  expect(await care.db.selectFrom('numberDials').selectAll().execute()).toEqual([])
})

test('the schedule of a refused call continues', async () => {
  await schedule(MOST)
  await ring()
  await care.aCall(account, { lovedOneId: margaret, at: care.clock.now(), recurrencePattern: 'daily' })
  expect(await ring()).toBe(0)
  const next = await care.db.selectFrom('calls').select('scheduledFor').where('status', '=', 'scheduled').execute()
  expect(next).toEqual([{ scheduledFor: new Date(NINE_IN_SYDNEY.getTime() + 24 * HOUR) }])
})
