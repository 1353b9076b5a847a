import type { AsksBy, CallType } from '#core/calls/call-vocabulary.ts'
import type { RecurrencePattern, SchedulePattern } from '#core/recurrence/recurrence.ts'
import type { DialFacts, ProviderCallEvents } from '#server/adapters/telephony/telephony.ts'
import { testDialHandler } from '#server/features/admin/public.ts'
import { type CallsDeps, noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import {
  type CareDeps,
  careDialHandler,
  carePollLoops,
  careProviderEvents,
  createDispatcher,
  type Dispatcher,
} from '#server/features/care/public.ts'
import { addPaces, cancelAtProvider, type DialHandlers, reconcileDials } from '#server/features/dialling/public.ts'
import {
  advanceIncidents,
  alertDialHandler,
  alertProviderEvents,
  cancelRingingAlerts,
  createAlertDialler,
  incidentsOfCalls,
} from '#server/features/incidents/public.ts'
import type { NoticeMessage } from '#server/features/notifications/public.ts'
import { voiceDialHandler } from '#server/features/voices/public.ts'
import { type PollLoops, runPollLoops } from '#server/platform/work/poll-loop.ts'
import { type ScriptedTelephony, scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { deleteEverybody, insertAccount } from '#test/insert-account.ts'
import { careDeps } from './care-deps.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { aNumber } from './factories.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from './scripted-jobs.ts'

export const NINE_IN_SYDNEY = new Date('2026-03-10T09:00:00+11:00')

export interface CareFixture extends Pick<TestDatabase, 'db'> {
  clock: MovableClock
  jobs: ScriptedJobs
  telephony: ScriptedTelephony
  notified: NoticeMessage[]
  /** The accounts whose changes were published, one entry for each time. */
  announced: number[]
  deps: CareDeps & CallsDeps
  facts: ProviderCallEvents
  alerts: DialFacts
  dispatcher: Dispatcher
  /** What each kind of call does with the results of its dials. */
  dialHandlers: DialHandlers
  /** Verified, unless a test is about that. */
  anAccount(fields?: { isVerified?: boolean }): Promise<{ id: number; personId: number }>
  aLovedOne(account: { id: number }, fields?: Record<string, unknown>): Promise<number>
  /** One more, on a phone of their own: one phone rings once at a time. */
  somebodyElse(account: { id: number }, fields?: Record<string, unknown>): Promise<number>
  aCall(
    account: { id: number },
    fields: {
      lovedOneId: number
      at?: Date
      callType?: CallType
      asksBy?: AsksBy
      recurrencePattern?: RecurrencePattern
      schedulePatterns?: SchedulePattern[]
    },
  ): Promise<number>
  /** Nothing is left of the test before: no account, no dial, no permit of the rate used. Sets the clock where `at` is given. */
  startOver(at?: Date): Promise<void>
  call(account: { id: number }, callId: number): ReturnType<typeof findCall>
  /** Dispatches everything that is due at the clock's time, and waits until it has left. */
  dispatch(): Promise<void>
  settle(): Promise<void>
  /** For what brings its own connections. */
  databaseUrl: string
  /** Takes every step of incidents that is due at the clock's time, and dispatches the alerts by phone. */
  escalate(): Promise<void>
  close(): Promise<void>
}

/** Calls on a real database, with a clock that the test moves and a provider that does as the test says. */
export async function careFixture(changes: Partial<CareDeps> = {}): Promise<CareFixture> {
  const announced: number[] = []
  const database = await testDatabase({ onChanged: (accounts) => announced.push(...accounts.keys()) })
  const { db } = database
  const clock = movableClock(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
  const jobs = scriptedJobs()
  const telephony = scriptedTelephony()
  const notified: NoticeMessage[] = []
  const enqueueNotice: CareDeps['enqueueNotice'] = async (_trx, notice) => {
    if (!notified.some(({ dedupeKey }) => dedupeKey === notice.dedupeKey)) notified.push(notice)
    return null
  }
  const deps = { ...(await careDeps({ db, clock, jobs, telephony, enqueueNotice }, changes)), plans: noCallLimits }
  await addPaces(db, deps.ownNumbers)
  const dispatcher = createDispatcher(deps)
  const dialHandlers = {
    care: careDialHandler(deps),
    alert: alertDialHandler(deps.incidents),
    test: testDialHandler(deps),
    voice: voiceDialHandler(deps),
  }
  const alertDialler = createAlertDialler(deps.incidents)
  const aLovedOne: CareFixture['aLovedOne'] = async (account, fields = {}) => {
    const { id } = await db
      .insertInto('lovedOnes')
      .values({
        accountId: account.id,
        name: 'Margaret Hartley',
        phoneNumber: '+61491570156',
        timezone: 'Australia/Sydney',
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  return {
    db,
    databaseUrl: database.url,
    clock,
    jobs,
    telephony,
    notified,
    announced,
    deps,
    dispatcher,
    dialHandlers,
    facts: careProviderEvents(deps),
    alerts: alertProviderEvents(deps.incidents),
    async startOver(at) {
      telephony.clear()
      notified.length = 0
      await deleteEverybody(db)
      await db.deleteFrom('callsToCancel').execute()
      await db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
      if (at) clock.set(at)
    },
    async anAccount({ isVerified = true } = {}) {
      const number = aNumber()
      const email = `care${number}@example.com`
      return insertAccount(db, {
        username: `care${number}`,
        email,
        verifiedEmail: isVerified ? email : null,
        passwordHash: 'none',
        firstName: 'Robyn',
        lastName: 'Hartley',
      })
    },
    aLovedOne,
    somebodyElse: (account, fields = {}) =>
      aLovedOne(account, { phoneNumber: `+612${String(90_000_000 + aNumber())}`, ...fields }),
    aCall: (account, { at = NINE_IN_SYDNEY, callType = 'daily_check_in', ...fields }) =>
      scheduleCall(deps, account, {
        callType,
        scheduledTime: at.toISOString(),
        recurrencePattern: 'once',
        schedulePatterns: [],
        confirmNight: true,
        ...fields,
      }),
    call: (account, callId) =>
      findCall({ ...deps, incidents: incidentsOfCalls }, { ...account, mayHear: true }, callId),
    async dispatch() {
      dispatcher.wake()
      await dispatcher.idle()
    },
    async settle() {
      while ((await reconcileDials(deps, dialHandlers)) > 0);
      while ((await cancelAtProvider(deps)) > 0);
    },
    async escalate() {
      while ((await advanceIncidents(deps.incidents)) > 0);
      await cancelRingingAlerts(deps.incidents)
      while ((await cancelAtProvider(deps)) > 0);
      await alertDialler.poll()
      await alertDialler.idle()
    },
    async close() {
      await dispatcher.stop()
      await database.close()
    },
  }
}

/** The poll loops of the care feature as a worker runs them, every second until they are stopped. */
export function startPollLoops(...parts: Parameters<typeof carePollLoops>): PollLoops {
  return runPollLoops({ ...parts[0], onStuck: async () => {} }, carePollLoops(...parts))
}
