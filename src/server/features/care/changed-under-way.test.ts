import { describe, expect, test } from 'vitest'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { notifyOfRemoval } from '#server/features/incidents/public.ts'
import { editLovedOne, type LovedOnesDeps, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  care,
  dials,
  endLast,
  incidents,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  SECOND_PHONE,
  setUpCheckIns,
} from '#test/check-in-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { rezoneCalls } from './ending/rezone-calls.ts'

setUpCheckIns()

const NEW_PHONE = '+61491570199'
const DAY = 24 * 60 * MINUTE
/** Half the pause between two tries. */
const STEP_MINUTES = 5

const lovedOnesDeps = () => ({
  ...care.deps,
  beforeAdding: async () => {},
  beforeRemoving: (...[trx, removal]: Parameters<LovedOnesDeps['beforeRemoving']>) =>
    notifyOfRemoval(care.deps.incidents, trx, removal),
  onZoneChanged: (...change: Parameters<LovedOnesDeps['onZoneChanged']>) => rezoneCalls(care.deps, ...change),
})

/** How far the nine o'clock call of a daily schedule has come. */
const STATES: Record<string, () => Promise<unknown>> = {
  'is booked': async () => {},
  'was claimed by a worker that died': async () => {
    care.clock.set(NINE_IN_SYDNEY)
    await claimDueCalls(care.deps)
  },
  'was dialled, and the answer was lost': async () => {
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
  },
  'was turned down': async () => {
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
    await care.dispatch()
  },
  rings: async () => {
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
  },
  'was picked up': async () => {
    await STATES.rings?.()
    await answered()
  },
  'waits for its next try': async () => {
    await STATES.rings?.()
    await endLast()
  },
}

const last = () => {
  const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: null }
  return { attemptId, providerCallId: providerCallId ?? 'CA-none' }
}
async function answered() {
  const { attemptId, providerCallId } = last()
  return care.facts.answered(attemptId, providerCallId)
}
/** Whatever rings rings out; the provider reports each end twice, and the last ones once more long afterwards. */
async function liveOn(minutes: number) {
  const reported = new Set<string>()
  for (let passed = 0; passed < minutes; passed += STEP_MINUTES) {
    await pass(STEP_MINUTES * MINUTE)
    await care.settle()
    await care.escalate()
    for (const { attemptId, providerCallId } of dials()) {
      if (providerCallId === null || reported.has(providerCallId)) continue
      reported.add(providerCallId)
      for (let times = 0; times < 2; times++) await rangOut(attemptId, providerCallId)
    }
  }
  for (const { attemptId, providerCallId } of dials().slice(-3)) {
    if (providerCallId !== null) await rangOut(attemptId, providerCallId)
  }
}
const rangOut = (attemptId: number, providerCallId: string) =>
  care.facts.progressed(attemptId, {
    providerCallId,
    status: 'no-answer',
    endedStatus: 'no-answer',
    answeredBy: null,
    durationSeconds: null,
  })
const aSchedule = () => care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
const next = () =>
  care.db
    .selectFrom('calls')
    .select(['id', 'scheduledFor'])
    .where('scheduleId', 'is not', null)
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
const statuses = async () =>
  (await care.db.selectFrom('calls').select('status').orderBy('id').execute()).map(({ status }) => status)

describe.each(Object.entries(STATES))('changes to a call that %s', (state, reach) => {
  test('cancelling the schedule of a call under way stops its dials, and nobody is alarmed', async () => {
    await aSchedule()
    await reach()
    const { id } = await next()
    const before = dials().length
    await cancelCall(care.deps, account, id)
    await liveOn(90)
    expect(dials().length).toBe(before)
    expect(await statuses()).toEqual(state === 'is booked' ? [] : ['missed'])
    expect(await incidents()).toEqual([])
    expect(care.notified).toEqual([])
  })

  test('removing the loved one of a call under way stops its dials, and later provider reports harm nothing', async () => {
    await aSchedule()
    await reach()
    const before = dials().length
    await removeLovedOne(lovedOnesDeps(), account, lovedOneId)
    await liveOn(30)
    expect(dials().length).toBe(before)
    expect(await statuses()).toEqual([])
    expect(care.notified).toEqual([])
  })

  test('changing the number of a call under way stops dials to the old phone, dials the new one, and the call ends once', async () => {
    await aSchedule()
    await reach()
    const before = dials().length
    await editLovedOne(lovedOnesDeps(), account, lovedOneId, {
      phoneNumber: '0491 570 199',
      secondPhoneNumber: null,
    })
    care.clock.set(new Date(Math.max(care.clock.now().getTime(), NINE_IN_SYDNEY.getTime())))
    await liveOn(60)
    const since = dials().slice(before)
    expect(since.map(({ to }) => to)).not.toContain(MARGARET)
    expect(since.map(({ to }) => to)).not.toContain(SECOND_PHONE)
    expect(since.map(({ to }) => to)).toContain(NEW_PHONE)
    expect(await statuses()).toEqual(['missed', 'scheduled'])
    expect((await incidents()).map(({ cause }) => cause)).toEqual(['not_reached'])
  })

  test('changing the zone of a call under way leaves it as it was, and tomorrow rings at nine over there', async () => {
    await aSchedule()
    await reach()
    await editLovedOne(lovedOnesDeps(), account, lovedOneId, { timezone: 'Australia/Perth' })
    const at = (await next()).scheduledFor.toISOString()
    const nineInPerth = new Date('2026-03-10T09:00:00+08:00')
    const expected = state === 'is booked' ? nineInPerth : new Date(nineInPerth.getTime() + DAY)
    expect(at).toBe(expected.toISOString())
    if (state === 'is booked') return
    await liveOn(60)
    expect(await statuses()).toEqual(['missed', 'scheduled'])
    expect((await incidents()).map(({ cause }) => cause)).toEqual(['not_reached'])
  })
})
