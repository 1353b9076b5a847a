import { describe, expect, test } from 'vitest'
import { careDueFrom } from '#server/features/calls/public.ts'
import { stopCallsTo } from '#server/features/care/public.ts'
import { lockPermits, lockPermitsForAlerts } from '#server/features/dialling/public.ts'
import {
  account,
  alertCall,
  aQueuedAlert,
  callId,
  care,
  incident,
  key,
  MINUTE,
  open,
  pass,
  ringSusan,
  rings,
  SECOND,
  SUSAN,
  setUpAlertCalls,
  sidOf,
  TOM,
  textsTo,
} from '#test/alert-calls-fixture.ts'
import { aRefusal } from '#test/refusals.ts'
import { advanceIncidents } from '../steps/advance-incidents.ts'
import { createAlertDialler, dialAlert } from './alert-dial.ts'
import { claimQueuedAlerts } from './queued-alerts.ts'

setUpAlertCalls()

test('a worker that is delayed right before the dial of an alert leaves it to the worker that reconciles it', async () => {
  await open()
  await care.escalate()
  care.clock.advance(2 * MINUTE)
  await advanceIncidents(care.deps.incidents)
  const dialler = createAlertDialler(care.deps.incidents)
  await dialler.poll()
  care.clock.advance(21 * SECOND)
  await dialler.idle()
  expect(rings()).toEqual([])
  await pass(SECOND)
  await pass(SECOND)
  expect(rings()).toHaveLength(1)
})

test('a machine that has just woken and does not know how long it slept leaves its alerts to the reconciler', async () => {
  await open()
  await care.escalate()
  care.clock.advance(2 * MINUTE)
  await advanceIncidents(care.deps.incidents)
  const clock = { now: () => care.clock.now(), isInSync: () => false }
  const dialler = createAlertDialler({ ...care.deps.incidents, clock })
  await dialler.poll()
  await dialler.idle()
  expect(rings()).toEqual([])
  await pass(21 * SECOND)
  await pass(SECOND)
  expect(rings()).toHaveLength(1)
})

test.each([
  ['a refusal of the phone', () => aRefusal(care.db, { phoneNumber: SUSAN, calls: true }, care.clock.now())],
  [
    'a suspension of the account',
    async () => {
      await care.db.updateTable('accounts').set({ suspendedByAdminAt: care.clock.now() }).execute()
    },
  ],
])('%s between the claim of an alert and its dial keeps the phone from ringing', async (_, changes) => {
  await open()
  await care.escalate()
  care.clock.advance(2 * MINUTE)
  await advanceIncidents(care.deps.incidents)
  const { claimed } = await claimQueuedAlerts(care.deps.incidents, 10)
  expect(claimed.map(({ to }) => to)).toEqual([SUSAN])
  await changes()
  for (const alert of claimed) await dialAlert(care.deps.incidents, alert)
  expect(care.telephony.alertsDialled).toEqual([])
  expect(await alertCall(claimed[0]?.alertId ?? 0)).toMatchObject({ state: 'ended', outcome: 'not_needed' })
})

test('an alert stopped by the daily spending limit makes the next step due at once and is reported by mail; an alert about help rings', async () => {
  const spend = {
    dailyCents: 1,
    prices: { careCall: 1, alertCall: 1, minute: 0, text: 1, inboundText: 0 },
    isBillingOn: true,
  }
  const deps = { ...care.deps.incidents, limits: { ...care.deps.limits, spend } }
  const poll = async () => {
    const dialler = createAlertDialler(deps)
    await dialler.poll()
    await dialler.idle()
  }
  await care.db
    .insertInto('numberDials')
    .values({ phoneHash: 'x', purpose: 'alert', dialledAt: care.clock.now() })
    .execute()
  await open()
  const { id } = await incident()
  const stopped = await aQueuedAlert(id)
  await poll()
  expect(rings()).toEqual([])
  expect(await alertCall(stopped)).toMatchObject({ state: 'ended', outcome: 'limit' })
  expect(care.notified.map(({ subject }) => subject)).toContain("We can't make some calls or send some texts today")
  await care.db.deleteFrom('alerts').execute()
  await care.db.updateTable('incidents').set({ cause: 'help' }).execute()
  const help = await aQueuedAlert(id)
  await poll()
  expect(rings().map(({ alertId }) => alertId)).toEqual([help])
})

describe('dials of alerts', () => {
  test('an alert dial whose answer was lost is never repeated blindly: the call that the provider took is found', async () => {
    const alertId = await ringSusan({ kind: 'lost_answer' })
    await pass(19 * SECOND)
    expect(care.telephony.alertsDialled).toHaveLength(1)
    await pass(2 * SECOND)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', providerCallId: sidOf(alertId) })
    care.telephony.end(sidOf(alertId), { endedStatus: 'no-answer', status: 'no-answer' })
    await pass(MINUTE)
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'no_answer' })
    expect(rings()).toHaveLength(1)
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('an alert dial whose answer was lost is not repeated while the provider cannot be asked', async () => {
    const alertId = await ringSusan({ kind: 'lost_answer' })
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 3; minutes++) await pass(MINUTE)
    expect(care.telephony.alertsDialled).toHaveLength(1)
    care.telephony.isDown = false
    await pass(MINUTE)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed' })
  })

  test('an alert dial is repeated once the provider says that it has no such call', async () => {
    const alertId = await ringSusan({ kind: 'unknown', saidBusy: true, reason: '503' })
    expect(await alertCall(alertId)).toMatchObject({ state: 'unknown' })
    await pass(3 * SECOND)
    await pass(2 * SECOND)
    expect(rings().map((ring) => ring.alertId)).toEqual([alertId])
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', dialCount: 2 })
  })

  test('an alert dial claimed by a worker that died is reconciled, and then made', async () => {
    await open()
    await care.escalate()
    const alertId = await aQueuedAlert((await incident()).id)
    await care.db
      .updateTable('alertCalls')
      .set({ state: 'dialling', dialCount: 1, nextAt: new Date(care.clock.now().getTime() + 20 * SECOND) })
      .execute()
    await care.escalate()
    expect(care.telephony.alertsDialled).toEqual([])
    await pass(21 * SECOND)
    await pass(2 * SECOND)
    expect(rings().map((ring) => ring.alertId)).toEqual([alertId])
  })

  test('an alert dial that was certainly not placed is retried at growing intervals for three minutes, and then counts as failed', async () => {
    const no = Array.from({ length: 40 }, () => ({ kind: 'not_placed', reason: 'suspended' }) as const)
    const alertId = await ringSusan(...no)
    for (let seconds = 0; seconds < 100; seconds++) await pass(2 * SECOND)
    const { dialCount, outcome } = await alertCall(alertId)
    expect(outcome).toBe('failed')
    expect(dialCount).toBeGreaterThan(5)
    expect(dialCount).toBeLessThan(15)
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('an alert dial that was queued for long, since no worker ran, has its full time from when it is made', async () => {
    await open()
    const alertId = await aQueuedAlert((await incident()).id)
    care.clock.advance(16 * MINUTE)
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'busy' })
    await care.escalate()
    for (let seconds = 0; seconds < 60; seconds += 5) await pass(5 * SECOND)
    expect(rings().filter((ring) => ring.alertId === alertId)).toHaveLength(1)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', outcome: null })
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'first', key('1'))
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test('an alert dial that the provider refuses is not retried, and the next person is notified at once', async () => {
    const alertId = await ringSusan({ kind: 'rejected', reason: 'not a number' })
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'rejected' })
    await care.escalate()
    expect(care.telephony.alertsDialled).toHaveLength(1)
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('an alert dial is made once by any number of workers', async () => {
    await open()
    await care.escalate()
    care.clock.advance(2 * MINUTE)
    await Promise.all(Array.from({ length: 6 }, () => care.escalate()))
    expect(rings()).toHaveLength(1)
  })

  test('an alert dial whose callback was lost is reconciled', async () => {
    const alertId = await ringSusan()
    care.telephony.end(sidOf(alertId), { endedStatus: 'busy', status: 'busy' })
    await pass(16 * SECOND)
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'busy' })
    expect(textsTo(TOM)).toHaveLength(1)
  })
})

describe('calls at the provider and their dials', () => {
  test('a call that belongs to an alert is not taken for a care call’s, nor the other way round', async () => {
    // Susan is a loved one of her own account, and both phones' answers are lost at the same time.
    const other = await care.aLovedOne(account, { name: 'Susan Hartley', phoneNumber: SUSAN })
    const at = new Date(care.clock.now().getTime() + 2 * MINUTE)
    await care.aCall(account, { lovedOneId: other, at })
    await open()
    await care.escalate()
    care.telephony.outcomes.push({ kind: 'lost_answer' }, { kind: 'lost_answer' })
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    // As after a restore: one phone rings once at a time otherwise.
    const { startedAt } = await alertCall(care.telephony.alertsDialled[0]?.alertId ?? 0)
    const sinceLongAgo = { startedAt: new Date(startedAt.getTime() - 16 * MINUTE) }
    await care.db.updateTable('alertCalls').set(sinceLongAgo).execute()
    await care.dispatch()
    await care.db.updateTable('alertCalls').set({ startedAt }).execute()
    for (let seconds = 0; seconds < 120; seconds += 5) await pass(5 * SECOND)
    const attempts = await care.db.selectFrom('attempts').select('providerCallId').execute()
    const alerts = await care.db
      .selectFrom('alertCalls')
      .select('providerCallId')
      .where('phoneNumber', '=', SUSAN)
      .execute()
    const held = [...attempts, ...alerts].map(({ providerCallId }) => providerCallId)
    expect(held).toHaveLength(2)
    expect(new Set(held).size).toBe(2)
    expect(held).not.toContain(null)
    expect(care.telephony.dialled).toHaveLength(1)
    expect(rings()).toHaveLength(1)
  })

  test('a callback that names the alert takes the call back from an attempt that had been matched to it', async () => {
    const alertId = await ringSusan({ kind: 'lost_answer' })
    const sid = sidOf(alertId)
    const { id } = await care.db
      .insertInto('attempts')
      .values({
        callId,
        attemptNumber: 1,
        phoneNumber: SUSAN,
        state: 'placed',
        providerCallId: sid,
        startedAt: care.clock.now(),
        dialBy: care.clock.now(),
        nextAt: new Date(care.clock.now().getTime() + MINUTE),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.alerts.answered(alertId, sid)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', providerCallId: sid })
    const attempt = await care.db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(attempt).toMatchObject({ state: 'unknown', providerCallId: null })
  })
})

test('an alert keeps to the provider’s rate, and is dispatched before the care calls that are waiting', async () => {
  const now = care.clock.now()
  const take = (isUrgent: boolean) =>
    care.db.transaction().execute(async (trx) => {
      const permits = await (isUrgent ? lockPermitsForAlerts : lockPermits)(
        trx,
        { ...care.deps.incidents, callsPerSecond: 1 },
        now,
        {
          limit: 5,
          careDueFrom: () => careDueFrom(trx, now, care.deps.ownNumbers),
        },
      )
      const openAt = [...permits.openAt.values()].flat()
      await permits.use(new Map([[care.deps.ownNumbers[0], openAt.length]]))
      return openAt.map((at) => at.getTime() - now.getTime())
    })
  expect(await take(false)).toEqual([0])
  expect(await take(false)).toEqual([])
  expect(await take(true)).toEqual([1000])
  expect(await take(true)).toEqual([])

  await open()
  const alertId = await aQueuedAlert((await incident()).id)
  const dialler = createAlertDialler({ ...care.deps.incidents, callsPerSecond: 1 })
  expect((await dialler.poll())?.getTime()).toBeGreaterThan(now.getTime())
  expect(await alertCall(alertId)).toMatchObject({ state: 'queued' })
})

describe('a phone that refuses calls while the provider is being asked to ring it for an alert', () => {
  async function claimedForSusan() {
    await open()
    await care.escalate()
    care.clock.advance(2 * MINUTE)
    await advanceIncidents(care.deps.incidents)
    const { claimed } = await claimQueuedAlerts(care.deps.incidents, 10)
    expect(claimed.map(({ to }) => to)).toEqual([SUSAN])
    return claimed
  }
  async function refuses(): Promise<void> {
    await aRefusal(care.db, { phoneNumber: SUSAN, calls: true }, care.clock.now())
    await stopCallsTo(care.deps, SUSAN)
    expect(care.telephony.stopped).toEqual([])
  }
  const sid = () => rings()[0]?.providerCallId ?? ''

  test('a phone that refuses calls while an alert is being placed is stopped as soon as its call is stored', async () => {
    const claimed = await claimedForSusan()
    const telephony: typeof care.telephony = {
      ...care.telephony,
      async dial(asked) {
        const answer = await care.telephony.dial(asked)
        await refuses()
        return answer
      },
    }
    for (const alert of claimed) await dialAlert({ ...care.deps.incidents, telephony }, alert)
    expect(care.telephony.stopped).toEqual([sid()])
  })

  test.each([
    ['the reconciler finds its call', () => pass(MINUTE)],
    [
      'the provider reports that it rings',
      () =>
        care.alerts.progressed(rings()[0]?.alertId ?? 0, {
          ...{ providerCallId: sid(), status: 'ringing', endedStatus: null, answeredBy: null, durationSeconds: null },
        }),
    ],
  ])(
    'a phone that refuses calls while the answer to its alert is lost is stopped when %s',
    async (_when, becomesKnown) => {
      care.telephony.outcomes.push({ kind: 'lost_answer' })
      const claimed = await claimedForSusan()
      for (const alert of claimed) await dialAlert(care.deps.incidents, alert)
      await refuses()
      await becomesKnown()
      expect(care.telephony.stopped).toEqual([sid()])
    },
  )
})
