import type { TestCall } from '#contract/admin.ts'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import type { Db } from '#server/platform/database.ts'

const SHOWN = 20
const DAY_MS = 24 * 3_600_000
/** No call lasts longer: one that is still open then has lost its callback. */
const OPEN_AT_MOST_MS = 10 * 60_000

/** The latest calls of the testing centre, newest first. */
export async function listTestCalls(db: Db, now: Date): Promise<TestCall[]> {
  const calls = await db.selectFrom('testCalls').selectAll().orderBy('id', 'desc').limit(SHOWN).execute()
  return calls.map(({ id, phoneNumber, callType, promptText, providerCallId, status, keys, createdAt, endedAt }) => ({
    id,
    phoneNumber,
    callType,
    promptText,
    callSid: providerCallId,
    status: endedAt === null && createdAt.getTime() < now.getTime() - OPEN_AT_MOST_MS ? 'unknown' : status,
    keys,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** Forgets test calls whose recordings are deleted too. The audit log keeps that there were any. */
export async function forgetOldTestCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RECORDING_RETENTION_DAYS * DAY_MS)
  await db.deleteFrom('testCalls').where('createdAt', '<', before).execute()
}
