import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls, type PendingDial } from './dispatch/claim-due-calls.ts'
import {
  dialAttempt,
  type Lease,
  leaseAttempt,
  leaseAttempts,
  recordPlacedAttempt,
  recordPlacedAttempts,
} from './dispatch/dial-attempt.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'

let care: CareFixture

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
})

async function bookDue(many: number): Promise<void> {
  const account = await care.anAccount()
  for (let n = 0; n < many; n++) await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
  care.clock.set(NINE_IN_SYDNEY)
}

/** Two queued dials: the first one has the problem. */
async function twoPending(): Promise<[PendingDial, PendingDial]> {
  await bookDue(2)
  const { claimed } = await claimDueCalls({ ...care.deps, callsPerSecond: 1000 })
  const [one, other] = claimed
  if (!one || !other) throw new Error('They were not claimed')
  return [one, other]
}

/** While it runs, another transaction has locked the attempt. */
async function whileBusy(attemptId: number, done: () => Promise<void>): Promise<void> {
  const somebody = await care.db.startTransaction().execute()
  try {
    await somebody.selectFrom('attempts').select('id').where('id', '=', attemptId).forUpdate().execute()
    await done()
  } finally {
    await somebody.rollback().execute()
  }
}

const attempt = (id: number) =>
  care.db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('dials sent together when another transaction has locked one attempt', () => {
  test('a locked attempt delays no other dial, and is leased by itself afterwards', async () => {
    const [busy, other] = await twoPending()
    await whileBusy(busy.attemptId, async () => {
      const held = await leaseAttempts(care.deps, [busy.attemptId, other.attemptId])
      expect([...held.keys()]).toEqual([other.attemptId])
    })
    expect(await leaseAttempt(care.deps, busy.attemptId)).toMatchObject({ at: care.clock.now() })
  })

  test('a locked attempt does not keep the others from being written down as placed', async () => {
    const [busy, other] = await twoPending()
    const placed = [busy, other].map(({ attemptId }) => ({
      attemptId,
      providerCallId: `CA${attemptId}`,
      at: NINE_IN_SYDNEY,
    }))
    await whileBusy(busy.attemptId, async () => {
      expect(await recordPlacedAttempts(care.deps, placed)).toEqual(placed.slice(0, 1))
      expect(await attempt(other.attemptId)).toMatchObject({ state: 'placed', providerCallId: `CA${other.attemptId}` })
    })
    for (const each of placed) await recordPlacedAttempt(care.deps, each)
    expect(await attempt(busy.attemptId)).toMatchObject({ state: 'placed', providerCallId: `CA${busy.attemptId}` })
  })
})

describe('leases', () => {
  const dialled = () => care.telephony.dialled.map(({ attemptId }) => attemptId)
  const leasedBy = async ({ attemptId }: PendingDial): Promise<Lease> => {
    const held = await leaseAttempt(care.deps, attemptId)
    if (!held) throw new Error('It was not held')
    return held
  }
  const reconcilerPolls = ({ attemptId }: PendingDial) =>
    care.db.updateTable('attempts').set({ reconcileCount: 1 }).where('id', '=', attemptId).execute()

  test('a lease that has grown old is taken again, because the reconciler may have run meanwhile', async () => {
    const [looked, other] = await twoPending()
    const holds = [await leasedBy(looked), await leasedBy(other)]
    care.clock.advance(3_000)
    await reconcilerPolls(looked)
    await dialAttempt(care.deps, looked, holds[0])
    await dialAttempt(care.deps, other, holds[1])
    expect(dialled()).toEqual([other.attemptId])
  })

  test('a lease of a clock that was turned back since is taken again as well', async () => {
    const [looked] = await twoPending()
    const held = await leasedBy(looked)
    care.clock.advance(-1_000)
    await reconcilerPolls(looked)
    await dialAttempt(care.deps, looked, held)
    expect(dialled()).toEqual([])
  })
})

test('a crowd of dials is sent, each once, and is written down as placed', async () => {
  await bookDue(40)
  const dispatcher = createDispatcher({ ...care.deps, callsPerSecond: 1000 })
  dispatcher.wake()
  await dispatcher.idle()
  const attempts = await care.db
    .selectFrom('attempts')
    .select(['id', 'state', 'providerCallId'])
    .orderBy('id')
    .execute()
  expect(attempts.map(({ state }) => state)).toEqual(Array.from({ length: 40 }, () => 'placed'))
  const dialled = care.telephony.dialled.map(({ attemptId, providerCallId }) => ({ id: attemptId, providerCallId }))
  expect(dialled.sort((a, b) => a.id - b.id)).toEqual(
    attempts.map(({ id, providerCallId }) => ({ id, providerCallId })),
  )
})
