import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { testProviderEvents } from '#server/features/admin/testing/test-provider-events.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { adminDeps } from './admin-deps.ts'
import { buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'
import { aLovedOne } from './factories.ts'

export const START = new Date('2026-03-10T00:00:00.000Z')
export const DAY = 24 * 3_600_000
export const PHONE = '+61491570156'

/** Of the file that runs. */
export let cooee: TestApp
export let deps: ReturnType<typeof scripted>
/** New for each test. */
export let admin: SignedIn
/** The provider of texts: how it answers, and what was written. */
export const texts: { outcome: DeliveryResult; written: unknown[] } = { outcome: { kind: 'kept' }, written: [] }

/** Providers that do as the test says. */
function scripted(own: Parameters<typeof adminDeps>[0]) {
  return adminDeps(own, {
    texts: {
      send: async (text: unknown) => {
        texts.written.push(text)
        return texts.outcome
      },
    },
  })
}

/** Begins each test of the file that calls it with a new admin, who has made and sent nothing. */
export function setUpTesting(): void {
  beforeAll(async () => {
    cooee = await buildTestApp((clock, shared) => {
      deps = scripted({ ...shared, clock })
      return { admin: deps }
    })
  })
  afterAll(() => cooee.close())
  beforeEach(async () => {
    cooee.clock.set(START)
    for (const table of [
      'testCalls',
      'auditLog',
      'quotaUses',
      'recordingDeletions',
      'accounts',
      'numberDials',
      'phoneRefusals',
    ] as const) {
      await cooee.db.deleteFrom(table).execute()
    }
    await cooee.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
    deps.telephony.clear()
    deps.limits = NO_LIMITS
    deps.recordings.clear()
    deps.ownNumber.outcomes.length = 0
    deps.sandbox = { phones: true, cards: true }
    texts.written.length = 0
    texts.outcome = { kind: 'accepted', providerId: `SM${'1'.repeat(32)}` }
    admin = await cooee.anAdmin()
  })
}

export const call = (fields = {}) =>
  admin.post('/api/admin/test-call', { phoneNumber: '0491 570 156', callType: 'daily_check_in', ...fields })
export const calls = async () => (await admin.get('/api/admin/test-calls')).json()
export const audited = () => cooee.db.selectFrom('auditLog').select(['action', 'detail']).orderBy('id').execute()
export const progress = (
  testCallId: number,
  providerCallId: string,
  status: string,
  endedStatus: 'completed' | null = null,
) =>
  testProviderEvents(deps).progressed(testCallId, {
    providerCallId,
    status,
    endedStatus,
    answeredBy: null,
    durationSeconds: null,
  })

/** A care call that rings there; its attempt. */
export async function aCareCallTo(phoneNumber: string): Promise<number> {
  const carer = await cooee.aRegisteredAccount()
  const { id: lovedOneId } = (await carer.post('/api/loved-ones', aLovedOne())).json()
  const { id: callId } = await cooee.db
    .insertInto('calls')
    .values({
      accountId: carer.user.circle.id,
      lovedOneId,
      callType: 'daily_check_in',
      scheduledFor: START,
      status: 'in_progress',
      startedAt: START,
      triesMade: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dial = { callId, attemptNumber: 1, phoneNumber, startedAt: START, dialBy: START, nextAt: START }
  const { id } = await cooee.db.insertInto('attempts').values(dial).returning('id').executeTakeFirstOrThrow()
  return id
}
