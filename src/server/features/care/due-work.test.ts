import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { cancelLater, cancellations } from '#server/features/dialling/cancel-at-provider.ts'
import { dialsToReconcile } from '#server/features/dialling/reconcile-dials.ts'
import { incidentSteps } from '#server/features/incidents/steps/walk-incidents.ts'
import type { DueRow } from '#server/platform/due-work/due-rows.ts'
import { type DueWork, runDueWork } from '#server/platform/due-work/run-due-work.ts'
import {
  alertCall,
  callId,
  care,
  incident,
  MINUTE,
  open,
  ringSusan,
  SECOND,
  SUSAN,
  sidOf,
  textsTo,
} from '#test/alert-calls-fixture.ts'

/** A kind of work on the promise's clock, and how one piece of it falls due, goes wrong, and is done. */
interface Kind {
  name: string
  work(): DueWork<DueRow>
  /** Makes one piece of it due. */
  fallsDue(): Promise<unknown>
  /** From now on it fails, whatever the worker does; what `heal` ends. */
  spoil(): Promise<unknown>
  heal(): Promise<unknown>
  /** What doing it leaves behind, the same after any number of times. */
  effect(): Promise<unknown>
  done: unknown
  /** Whether a person knows that it fails; null where nobody need be told. */
  isTold: null | (() => Promise<boolean>)
}

const RANG_OUT = { endedStatus: 'no-answer', status: 'no-answer', answeredBy: null, durationSeconds: 0 } as const
const forbid = (table: string, rule: string) =>
  sql`alter table ${sql.table(table)} add constraint spoilt check (${sql.raw(rule)}) not valid`.execute(care.db)
const allow = (table: string) => sql`alter table ${sql.table(table)} drop constraint if exists spoilt`.execute(care.db)

let alertId = 0
let isProviderDown = false

const KINDS: Kind[] = [
  {
    name: 'an attempt about whose end no callback told',
    work: () => dialsToReconcile(care.deps, care.purposes) as DueWork<DueRow>,
    async fallsDue() {
      care.clock.advance(60 * MINUTE)
      await care.dispatch()
      care.telephony.end(care.telephony.dialled[0]?.providerCallId ?? '', RANG_OUT)
      care.clock.advance(2 * MINUTE)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: () => care.db.selectFrom('attempts').select(['state', 'outcome']).where('callId', '=', callId).execute(),
    done: [{ state: 'ended', outcome: 'no_answer' }],
    isTold: async () => {
      const about = await care.db.selectFrom('incidents').select('callId').execute()
      return about.some((opened) => opened.callId === callId)
    },
  },
  {
    name: 'an alert by phone about whose end no callback told',
    work: () => dialsToReconcile(care.deps, care.purposes) as DueWork<DueRow>,
    async fallsDue() {
      alertId = await ringSusan()
      care.telephony.end(sidOf(alertId), RANG_OUT)
      care.clock.advance(2 * MINUTE)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: async () => (await alertCall(alertId)).outcome,
    done: 'no_answer',
    // The ladder has told the next person without waiting for it.
    isTold: null,
  },
  {
    name: 'the step of an incident',
    work: () => incidentSteps(care.deps.incidents) as DueWork<DueRow>,
    fallsDue: open,
    spoil: () => forbid('alerts', 'false'),
    heal: () => allow('alerts'),
    effect: async () => ({ told: textsTo(SUSAN).length, failures: (await incident()).failures }),
    done: { told: 1, failures: 0 },
    isTold: async () =>
      care.told.some(({ subject }) => subject?.startsWith("We can't ask anyone else to check") ?? false),
  },
  {
    name: 'a call that is to be cancelled at the provider',
    work: () => cancellations(care.deps) as DueWork<DueRow>,
    fallsDue: () =>
      care.db
        .transaction()
        .execute((trx) => cancelLater(trx, { providerCallId: 'CA1', phoneNumber: SUSAN }, care.clock.now())),
    async spoil() {
      isProviderDown = true
    },
    async heal() {
      isProviderDown = false
    },
    effect: async () => (await care.db.selectFrom('callsToCancel').selectAll().execute()).length,
    done: 0,
    isTold: null,
  },
  {
    name: 'a test call about whose end no callback told',
    work: () => dialsToReconcile(care.deps, care.purposes) as DueWork<DueRow>,
    async fallsDue() {
      const taken = await care.telephony.dial({ to: SUSAN, testCallId: 0 })
      const providerCallId = taken.kind === 'accepted' ? taken.providerCallId : ''
      const now = care.clock.now()
      const test = {
        phoneNumber: SUSAN,
        callType: 'daily_check_in',
        state: 'placed',
        startedAt: now,
        nextAt: now,
      } as const
      await care.db
        .insertInto('testCalls')
        .values({ ...test, providerCallId })
        .execute()
      care.telephony.end(providerCallId, RANG_OUT)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: () => care.db.selectFrom('testCalls').select(['state', 'providerStatus']).execute(),
    done: [{ state: 'ended', providerStatus: 'no-answer' }],
    // The admin's own screen says after ten minutes that its end is not known.
    isTold: null,
  },
]

afterEach(async () => {
  isProviderDown = false
  care.telephony.isDown = false
  for (const kind of KINDS) await kind.heal()
  await care.db.deleteFrom('testCalls').execute()
})

/** Until nothing is due any more at the clock's time. */
async function walk(kind: Kind) {
  care.telephony.isDown = isProviderDown
  while ((await runDueWork(care.deps, kind.work())) > 0 && !isProviderDown);
}

async function minutes(kind: Kind, count: number) {
  for (let minute = 0; minute < count; minute++) {
    care.clock.advance(MINUTE)
    await walk(kind)
  }
}
const hours = (kind: Kind, count: number) => minutes(kind, count * 60)

describe.for(KINDS)('$name', (kind) => {
  test('is done once, however often workers run it', async () => {
    await kind.fallsDue()
    await walk(kind)
    await walk(kind)
    await Promise.all([walk(kind), walk(kind)])
    expect(await kind.effect()).toEqual(kind.done)
  })

  test('is done by another worker where the one that claimed it dies before it did anything', async () => {
    await kind.fallsDue()
    const claimed = await kind.work().claim(care.clock.now())
    expect(claimed).toHaveLength(1)
    care.clock.advance(31 * SECOND)
    await walk(kind)
    expect(await kind.effect()).toEqual(kind.done)
  })

  test('is done once where the worker dies after it did it, and another runs the same again', async () => {
    await kind.fallsDue()
    const work = kind.work()
    const [item] = await work.claim(care.clock.now())
    if (!item) throw new Error('Nothing is due')
    await work.run(item, care.clock.now())
    await work.run(item, care.clock.now())
    await walk(kind)
    expect(await kind.effect()).toEqual(kind.done)
  })

  test('is tried on while it fails, a person is told, and it is done as soon as it can be', async () => {
    await kind.fallsDue()
    await kind.spoil()
    await hours(kind, 1)
    expect(await kind.effect()).not.toEqual(kind.done)
    if (kind.isTold) expect(await kind.isTold()).toBe(true)
    await kind.heal()
    care.clock.advance(15 * MINUTE)
    await walk(kind)
    expect(await kind.effect()).toEqual(kind.done)
  })
})

test('an answered call whose end cannot be written alarms nobody', async () => {
  const [kind] = KINDS
  if (!kind) throw new Error('There are no kinds')
  await kind.fallsDue()
  await care.db.updateTable('attempts').set({ response: 'acknowledged', keys: '1' }).execute()
  await kind.spoil()
  await hours(kind, 1)
  expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
})

test('of a call whose end cannot be written we say that we do not know it, after a quarter of an hour and not before', async () => {
  const [kind] = KINDS
  if (!kind?.isTold) throw new Error('There are no kinds')
  await kind.fallsDue()
  await kind.spoil()
  await minutes(kind, 10)
  expect(await kind.isTold()).toBe(false)
  await minutes(kind, 10)
  const { headline, detail } = await care.db
    .selectFrom('incidents')
    .select(['headline', 'detail'])
    .executeTakeFirstOrThrow()
  expect(headline).toBe("We don't know how the 10:00 AM call to Margaret Hartley ended")
  expect(detail).toBe('Something went wrong on our side.')
})

test('one failure after a long outage is no news', async () => {
  const [kind] = KINDS
  if (!kind?.isTold) throw new Error('There are no kinds')
  await kind.fallsDue()
  care.clock.advance(20 * MINUTE)
  await kind.spoil()
  await walk(kind)
  await kind.heal()
  care.clock.advance(2 * SECOND)
  await walk(kind)
  expect(await kind.effect()).toEqual(kind.done)
  expect(await kind.isTold()).toBe(false)
})

test('a phone whose alert cannot be ended is rung again for the next one', async () => {
  const kind = KINDS[1]
  if (!kind) throw new Error('There are no kinds')
  await kind.fallsDue()
  await kind.spoil()
  await hours(kind, 1)
  const before = care.telephony.alertsDialled.length
  await care.db
    .updateTable('incidents')
    .set({ round: 1, roundAt: care.clock.now(), nextAt: care.clock.now() })
    .execute()
  await care.db.updateTable('alerts').set({ supersededAt: care.clock.now() }).execute()
  for (let count = 0; count < 6; count++) {
    await care.escalate()
    care.clock.advance(MINUTE)
  }
  expect(care.telephony.alertsDialled.length).toBeGreaterThan(before)
})
