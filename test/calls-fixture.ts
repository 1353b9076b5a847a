import type { CallDetails } from '#contract/calls/call-details.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { FinalStatus } from '#core/calls/call-vocabulary.ts'
import { createDispatcher, type Dispatcher } from '#server/features/care/public.ts'
import { type ScriptedTelephony, scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { buildTestApp, type SignedIn, type TestApp, type TestParts } from './build-test-app.ts'
import { careDeps } from './care-deps.ts'
import { aLovedOne, aNumber } from './factories.ts'

/** Tuesday, 10 March 2026, 11:00 in Sydney: the clock of the fixture at the start. */
export const TUESDAY_ELEVEN = new Date('2026-03-10T00:00:00.000Z')

export interface CallsFixture extends TestApp {
  telephony: ScriptedTelephony
  dispatcher: Dispatcher
  aLovedOne(carer: SignedIn, fields?: Record<string, unknown>): Promise<number>
  /** Schedules a daily check-in tomorrow at 9:00 in Sydney by default; an hour at night is confirmed. */
  aCall(carer: SignedIn, fields: Record<string, unknown>): Promise<CallDetails>
  call(carer: SignedIn, callId: number): Promise<CallDetails>
  list(carer: SignedIn, path: string): Promise<Call[]>
  /** Records the end of a call, as the care feature would. */
  endCall(callId: number, status?: FinalStatus): Promise<void>
  /** Frees every phone, whatever the state of its call. */
  everybodyHangsUp(): Promise<void>
  /** Dispatches everything that is due, and waits until it has left. */
  dispatch(): Promise<void>
  /** Moves the clock, back too: the provider's rate then starts again. */
  moveTo(instant: Date): Promise<void>
}

/** The real app with somebody who dials what is due, on one database and one clock. */
export async function callsFixture(parts: TestParts = {}): Promise<CallsFixture> {
  const cooee = await buildTestApp(parts)
  const { db, clock, jobs, sealing } = cooee
  const telephony = scriptedTelephony()
  const dispatcher = createDispatcher(
    await careDeps({ db, clock, jobs, sealing, telephony, enqueueNotice: async () => null }),
  )
  const list: CallsFixture['list'] = async (carer, path) => {
    const answer = await carer.get(`/api/calls/${path}`)
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  const hangUp = () =>
    db
      .updateTable('attempts')
      .set({ state: 'ended', outcome: 'no_response', nextAt: null, endedAt: clock.now() })
      .where('state', 'not in', ['ended', 'not_placed'])
  return {
    ...cooee,
    telephony,
    dispatcher,
    list,
    async aLovedOne(carer, fields = {}) {
      const answer = await carer.post('/api/loved-ones', aLovedOne({ phoneNumber: aPhoneOfTheirOwn(), ...fields }))
      if (answer.statusCode !== 201) throw new Error(`Adding a loved one answered ${answer.statusCode}: ${answer.body}`)
      return answer.json().id
    },
    async aCall(carer, fields) {
      const answer = await carer.post('/api/calls', aCallBody({ confirmNight: true, ...fields }))
      if (answer.statusCode !== 201) throw new Error(`Scheduling answered ${answer.statusCode}: ${answer.body}`)
      return answer.json()
    },
    async call(carer, callId) {
      const answer = await carer.get(`/api/calls/${callId}`)
      if (answer.statusCode !== 200) throw new Error(`The call answered ${answer.statusCode}: ${answer.body}`)
      return answer.json()
    },
    async endCall(callId, status = 'completed') {
      await db
        .updateTable('calls')
        .set({ status, dialAt: null, dialBy: null, endedAt: clock.now() })
        .where('id', '=', callId)
        .execute()
      await hangUp().where('callId', '=', callId).execute()
    },
    async everybodyHangsUp() {
      await hangUp().execute()
      await db.deleteFrom('callsToCancel').execute()
    },
    async dispatch() {
      dispatcher.wake()
      await dispatcher.idle()
    },
    async moveTo(instant) {
      clock.set(instant)
      await db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
    },
    async close() {
      await dispatcher.stop()
      await cooee.close()
    },
  }
}

/** One phone rings once at a time. */
const aPhoneOfTheirOwn = (): string => `+614${String(10_000_000 + aNumber())}`

/** The body of a call that is accepted once it names a loved one: tomorrow at 9:00 in Sydney. */
export function aCallBody(fields: Record<string, unknown>): Record<string, unknown> {
  return {
    callType: 'daily_check_in',
    scheduledTime: '2026-03-11T09:00:00+11:00',
    recurrencePattern: 'once',
    ...fields,
  }
}
