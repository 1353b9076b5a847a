import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EditCallBody } from '#contract/calls/call-forms.ts'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { skipCall } from '#server/features/calls/changes/skip-call.ts'
import { notifyOfRemoval } from '#server/features/incidents/public.ts'
import { editLovedOne, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { rezoneCalls } from './ending/rezone-calls.ts'

const ROUNDS = 25
const DAY = 24 * 3_600_000

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(startOver)

async function startOver() {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
}

/** Done, or the refusal's code. Any other error is thrown, as a 5xx would be. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** The loved one's zone changes, and their recurring calls with it. */
function moveToPerth() {
  const deps: Parameters<typeof editLovedOne>[0] = {
    db: care.db,
    clock: care.clock,
    sealing: care.deps.sealing,
    consent: 'attested',
    ownNumbers: care.deps.ownNumbers,
    beforeAdding: async () => {},
    onZoneChanged: (trx, change) => rezoneCalls(care.deps, trx, change),
    beforeRemoving: (trx, removal) => notifyOfRemoval(care.deps.incidents, trx, removal),
  }
  return editLovedOne(deps, account, lovedOneId, { timezone: 'Australia/Perth', confirmNight: true })
}

/** Two workers dispatch everything that is due. */
async function twoWorkers() {
  const other = createDispatcher(care.deps)
  care.dispatcher.wake()
  other.wake()
  await Promise.all([care.dispatcher.idle(), other.idle()])
}

/** Many rounds of `change` against two workers, each with a fresh call that falls due; then `check`. */
async function race(
  recurrencePattern: 'once' | 'daily',
  change: (callId: number) => Promise<unknown>,
  check: (round: { callId: number; outcome: string }) => Promise<void>,
) {
  for (let round = 0; round < ROUNDS; round++) {
    await startOver()
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern })
    care.clock.set(NINE_IN_SYDNEY)
    // Either may begin first; over the rounds each wins sometimes.
    const work = [() => outcomeOf(change(callId)), () => twoWorkers()]
    if (round % 2) work.reverse()
    const results = await Promise.all(work.map((begin) => begin()))
    await twoWorkers()
    await check({ callId, outcome: String(results[round % 2]) })
  }
}
const calls = () =>
  care.db.selectFrom('calls').select(['id', 'status', 'scheduledFor', 'scheduleId']).orderBy('scheduledFor').execute()
const dials = () => care.telephony.dialled.length

describe('changes while a call is dispatched', () => {
  /** Removed unrung; or ended before it was dialled; or dialled, and then its phone is stopped. */
  async function checkCancelled({ outcome }: { outcome: string }) {
    expect(outcome).toBe('done')
    const left = (await calls()).map(({ status }) => status)
    expect(dials() === 0 ? [[], ['missed']] : [['missed']]).toContainEqual(left)
    await care.settle()
    // The worker that placed it may have stopped it already.
    expect(new Set(care.telephony.stopped).size).toBe(dials())
  }

  test('cancelling a call while it is dispatched removes it unrung, ends it before it is dialled, or stops its phone', async () => {
    await race('once', (callId) => cancelCall(care.deps, account, callId), checkCancelled)
  })

  test('cancelling a schedule while its call is dispatched ends the call, and stops its phone', async () => {
    await race('daily', (callId) => cancelCall(care.deps, account, callId), checkCancelled)
  })

  test('moving a call while it is dispatched either moves it unrung or is refused', async () => {
    const scheduledTime = new Date(NINE_IN_SYDNEY.getTime() + 7_200_000).toISOString()
    await race(
      'daily',
      (callId) => editCall(care.deps, account, callId, { scheduledTime }),
      async ({ callId, outcome }) => {
        expect(dials()).toBe(outcome === 'done' ? 0 : 1)
        expect(outcome).toMatch(/^(done|conflict)$/)
        expect(await calls()).toMatchObject(
          outcome === 'done'
            ? [{ id: callId, status: 'scheduled', scheduledFor: new Date(scheduledTime) }]
            : [{ id: callId, status: 'in_progress' }, { status: 'scheduled' }],
        )
      },
    )
  })

  test('skipping a call while it is dispatched either moves it on a day or is refused', async () => {
    await race(
      'daily',
      (callId) => skipCall(care.deps, account, callId),
      async ({ outcome }) => {
        expect(outcome).toMatch(/^(done|conflict)$/)
        expect(dials()).toBe(outcome === 'done' ? 0 : 1)
        const next = (await calls()).filter(({ status }) => status === 'scheduled')
        expect(next).toMatchObject([{ scheduledFor: new Date(NINE_IN_SYDNEY.getTime() + DAY) }])
      },
    )
  })

  test('calling now while the call is dispatched rings once more at most, and the schedule continues', async () => {
    await race(
      'daily',
      (callId) => callNow(care.deps, account, callId),
      async ({ outcome }) => {
        expect(outcome).toBe('done')
        const all = await calls()
        expect(dials()).toBe(all.filter(({ status }) => status === 'in_progress').length)
        expect(dials()).toBeLessThanOrEqual(2)
        expect(all.filter(({ status }) => status === 'scheduled')).toHaveLength(1)
      },
    )
  })

  test('moving a loved one west while the call is dispatched either moves it unrung or comes after it was dialled', async () => {
    const nineInPerth = NINE_IN_SYDNEY.getTime() + 3 * 3_600_000
    await race('daily', moveToPerth, async ({ callId, outcome }) => {
      expect(outcome).toBe('done')
      expect(await calls()).toMatchObject(
        dials() === 0
          ? [{ id: callId, status: 'scheduled', scheduledFor: new Date(nineInPerth) }]
          : [
              { id: callId, status: 'in_progress' },
              { status: 'scheduled', scheduledFor: new Date(nineInPerth + DAY) },
            ],
      )
    })
  })

  test('removing a loved one while the call is dispatched is never refused, and nobody rings afterwards', async () => {
    await race(
      'daily',
      () => removeLovedOne(care.deps, account, lovedOneId),
      async ({ outcome }) => {
        expect(outcome).toBe('done')
        expect(await calls()).toEqual([])
        expect(dials()).toBeLessThanOrEqual(1)
        const before = dials()
        care.clock.advance(DAY)
        await twoWorkers()
        expect(dials()).toBe(before)
      },
    )
  })
})

test('removing a loved one while the provider reports about their call fails neither', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await startOver()
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    const attemptId = care.telephony.dialled[0]?.attemptId ?? 0
    const providerCallId = care.telephony.dialled[0]?.providerCallId ?? ''
    const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 5 } as const
    await Promise.all([
      care.facts.answered(attemptId, providerCallId),
      care.facts.heard(attemptId, 'first', { keys: '2', speech: '' }),
      removeLovedOne(care.deps, account, lovedOneId),
      care.facts.progressed(attemptId, { providerCallId, ...ended }),
    ])
    expect(await calls()).toEqual([])
  }
})

async function endLast() {
  const { attemptId = 0, providerCallId = '' } = care.telephony.dialled.at(-1) ?? {}
  const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 5 } as const
  await care.facts.heard(attemptId, 'first', { keys: '1', speech: '' })
  await care.facts.progressed(attemptId, { providerCallId: providerCallId ?? '', ...ended })
}

test.each([
  ['once', 'conflict'],
  ['daily', 'done'],
] as const)(
  'a second press of Call Now that waits until the call of the first has ended rings nobody: %s',
  async (pattern, outcome) => {
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: pattern })
    const narrow = openDatabase(care.databaseUrl, { poolSize: 1 })
    try {
      const isHeld = Promise.withResolvers<void>()
      const free = Promise.withResolvers<void>()
      const holder = narrow.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx)
        isHeld.resolve()
        await free.promise
      })
      await isHeld.promise
      // Each clock is a little wrong: by this one the first press came before the second.
      const second = outcomeOf(callNow({ ...care.deps, db: narrow }, account, callId))
      care.clock.advance(-500)
      const first = await callNow(care.deps, account, callId)
      await care.dispatch()
      await endLast()
      care.clock.advance(20_000)
      free.resolve()
      await holder
      expect(await second).toBe(outcome)
      await twoWorkers()
      expect(dials()).toBe(1)
      expect(await calls()).toContainEqual(expect.objectContaining({ id: first, status: 'completed' }))
    } finally {
      await narrow.destroy()
    }
  },
)

describe('two changes at once', () => {
  test('two changes of one call at once are both done, and the call has one of the two times', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await startOver()
      const other = await care.aLovedOne(account)
      const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
      const edits: EditCallBody[] = [
        { scheduledTime: new Date(NINE_IN_SYDNEY.getTime() + 3_600_000).toISOString() },
        { lovedOneId: other, scheduledTime: new Date(NINE_IN_SYDNEY.getTime() + 7_200_000).toISOString() },
        { recurrencePattern: round % 2 ? 'weekly' : 'once' },
      ]
      const outcomes = await Promise.all(edits.map((edit) => outcomeOf(editCall(care.deps, account, callId, edit))))
      expect(outcomes).toEqual(['done', 'done', 'done'])
      const [call, ...more] = await calls()
      expect(more).toEqual([])
      expect([1, 2]).toContain(((call?.scheduledFor.getTime() ?? 0) - NINE_IN_SYDNEY.getTime()) / 3_600_000)
    }
  })

  test.each([
    ['edited', (callId: number) => editCall(care.deps, account, callId, { callType: 'wellness_check' })],
    ['cancelled', (callId: number) => cancelCall(care.deps, account, callId)],
    ['skipped', (callId: number) => skipCall(care.deps, account, callId)],
    ['called now', (callId: number) => callNow(care.deps, account, callId)],
  ])(
    'a call that is %s while its loved one is removed, or moves to another zone: no deadlock',
    async (_what, change) => {
      for (let round = 0; round < ROUNDS; round++) {
        await startOver()
        const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
        const removes = round % 2 === 0
        const [first, second] = await Promise.all([
          outcomeOf(change(callId)),
          outcomeOf(removes ? removeLovedOne(care.deps, account, lovedOneId) : moveToPerth()),
        ])
        expect(first).toMatch(removes ? /^(done|not_found)$/ : /^done$/)
        expect(second).toBe('done')
        if (removes) expect(await calls()).toEqual([])
      }
    },
  )
})
