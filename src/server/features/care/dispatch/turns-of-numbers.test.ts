import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls } from './claim-due-calls.ts'

const BUSY = '+61255501001'
const OTHER = '+61255501002'
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

let care: CareFixture
let names: Map<number, string>
beforeAll(async () => {
  care = await careFixture({ ownNumbers: [BUSY, OTHER], callsPerSecond: 1 })
})
afterAll(() => care.close())
beforeEach(async () => {
  names = new Map()
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
})

interface Due {
  name: string
  rungFrom: string
  count?: number
  /** Seconds after nine. */
  at?: number
  minutesLeft: number
  isCatchUp?: boolean
}

async function due(account: { id: number }, { name, rungFrom, count = 1, at = 0, minutesLeft, isCatchUp }: Due) {
  const dialAt = new Date(NINE_IN_SYDNEY.getTime() + at * SECOND_MS)
  const dialBy = new Date(NINE_IN_SYDNEY.getTime() + minutesLeft * MINUTE_MS)
  for (let n = 0; n < count; n++) {
    const callId = await care.aCall(account, { lovedOneId: await care.somebodyElse(account, { rungFrom }) })
    const catchUpFor = isCatchUp ? care.clock.now() : null
    await care.db.updateTable('calls').set({ dialAt, dialBy, catchUpFor }).where('id', '=', callId).execute()
    names.set(callId, name)
  }
}

/** What leaves from this number, a call a second for so many seconds after nine. */
async function leftFrom(number: string, seconds: number): Promise<(string | undefined)[]> {
  const left: (string | undefined)[] = []
  for (let second = 0; second < seconds; second++) {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + second * SECOND_MS))
    const { claimed } = await claimDueCalls(care.deps)
    left.push(...claimed.filter(({ from }) => from === number).map(({ callId }) => names.get(callId)))
  }
  return left
}

test('a call waits behind one call of each other account on its number, however busy another number is', async () => {
  const elsewhere = await care.anAccount()
  await due(elsewhere, { name: 'elsewhere', rungFrom: BUSY, count: 11, minutesLeft: 60 })
  await due(await care.anAccount(), { name: 'large', rungFrom: OTHER, at: 3, count: 4, minutesLeft: 20 })
  for (const name of ['small', 'other small'])
    await due(await care.anAccount(), { name, rungFrom: OTHER, at: 3, count: 2, minutesLeft: 40 })
  const turn = ['large', 'small', 'other small']
  expect(await leftFrom(OTHER, 11)).toEqual([...turn, ...turn, 'large', 'large'])
})

test('a call waits for no calls of its own account that are rung from another number', async () => {
  const [both, large] = [await care.anAccount(), await care.anAccount()]
  await due(both, { name: 'both', rungFrom: BUSY, count: 4, minutesLeft: 40 })
  await due(both, { name: 'both', rungFrom: OTHER, minutesLeft: 40 })
  await due(large, { name: 'large', rungFrom: OTHER, count: 3, minutesLeft: 20 })
  expect(await leftFrom(OTHER, 4)).toEqual(['large', 'both', 'large', 'large'])
})

test('calls that an account has had from a busy number put it behind nobody on another number', async () => {
  const [both, large] = [await care.anAccount(), await care.anAccount()]
  await due(both, { name: 'both', rungFrom: BUSY, count: 4, minutesLeft: 60 })
  await due(both, { name: 'both', rungFrom: OTHER, at: 4, minutesLeft: 40 })
  await due(large, { name: 'large', rungFrom: OTHER, at: 4, count: 3, minutesLeft: 50 })
  expect(await leftFrom(OTHER, 8)).toEqual(['both', 'large', 'large', 'large'])
})

test('a catch-up call waits behind one of each other account, however many regular calls leave between them', async () => {
  const [regular, large, small] = [await care.anAccount(), await care.anAccount(), await care.anAccount()]
  for (const at of [0, 1, 2, 4, 6, 8]) await due(regular, { name: 'regular', rungFrom: BUSY, at, minutesLeft: 60 })
  await due(large, { name: 'large', rungFrom: BUSY, count: 3, minutesLeft: 20, isCatchUp: true })
  await due(small, { name: 'small', rungFrom: BUSY, minutesLeft: 40, isCatchUp: true })
  const left = await leftFrom(BUSY, 10)
  expect(left.filter((name) => name !== 'regular')).toEqual(['large', 'small', 'large', 'large'])
})

test('where a claim takes few calls of all numbers, a number that has rung more goes first with the more urgent call', async () => {
  const [elsewhere, one, other] = [await care.anAccount(), await care.anAccount(), await care.anAccount()]
  await due(elsewhere, { name: 'elsewhere', rungFrom: BUSY, count: 4, minutesLeft: 60 })
  expect(await leftFrom(BUSY, 4)).toHaveLength(4)
  await due(one, { name: 'urgent', rungFrom: BUSY, minutesLeft: 20 })
  await due(other, { name: 'can wait', rungFrom: OTHER, minutesLeft: 40 })
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 5 * SECOND_MS))
  const { claimed } = await claimDueCalls(care.deps, 1)
  expect(claimed.map(({ callId }) => names.get(callId))).toEqual(['urgent'])
})
