import type { Db } from '#server/platform/database.ts'

/**
 * The dials of calls, oldest first. What the provider certainly did not place is no attempt, and neither is, as far as
 * anybody can tell, a dial that it has not taken yet.
 */
export function takenAttempts(db: Db, callIds: readonly number[]) {
  return db
    .selectFrom('attempts')
    .select(['id', 'callId', 'providerCallId', 'phoneNumber', 'startedAt', 'answeredAt', 'endedAt', 'answeredBy'])
    .select(['durationSeconds', 'keys', 'outcome'])
    .where('callId', 'in', [...callIds])
    .where('state', '<>', 'not_placed')
    .where((eb) => eb.or([eb('state', '=', 'ended'), eb('providerCallId', 'is not', null)]))
    .orderBy('id')
}
