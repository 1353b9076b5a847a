import type { Selectable } from 'kysely'
import type { TestCall } from '#contract/admin/admin.ts'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TestCallsTable } from '#server/platform/database/schema.ts'

const SHOWN = 20
const DAY_MS = 24 * 3_600_000
/** No call lasts longer: one that is still open after this time has lost its callback. */
const MAX_OPEN_MS = 10 * 60_000

/** The latest calls of the testing centre, newest first. */
export async function listTestCalls(db: Db, now: Date): Promise<TestCall[]> {
  const calls = await db.selectFrom('testCalls').selectAll().orderBy('id', 'desc').limit(SHOWN).execute()
  return calls.map(({ id, phoneNumber, callType, promptText, providerCallId, keys, startedAt, endedAt, ...call }) => ({
    id,
    phoneNumber,
    callType,
    promptText,
    callSid: providerCallId,
    status: endedAt === null && startedAt.getTime() < now.getTime() - MAX_OPEN_MS ? 'unknown' : statusOf(call),
    keys,
    createdAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** Its state, or how it ended, in the provider's own words; in ours if the provider has reported nothing. */
function statusOf({ state, providerStatus }: Pick<Selectable<TestCallsTable>, 'state' | 'providerStatus'>): string {
  if (state === 'not_placed') return 'not placed'
  return state === 'dialling' || state === 'unknown' ? state : (providerStatus ?? 'queued')
}

/** Deletes test calls whose recordings are deleted too. The audit log keeps that there were any. */
export async function deleteOldTestCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RECORDING_RETENTION_DAYS * DAY_MS)
  await db.deleteFrom('testCalls').where('startedAt', '<', before).execute()
}
