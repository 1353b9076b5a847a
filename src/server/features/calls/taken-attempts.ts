import { type Param, preparedRead } from '#server/platform/prepared-read.ts'

/**
 * The dials of calls, oldest first. What the provider certainly did not place is no attempt, and neither is, as far as
 * anybody can tell, a dial that it has not taken yet.
 */
export const readTakenAttempts = preparedRead((db, { callIds }: { callIds: Param<readonly number[]> }) =>
  db
    .selectFrom('attempts')
    .select(['id', 'callId', 'providerCallId', 'phoneNumber', 'startedAt', 'answeredAt', 'endedAt', 'answeredBy'])
    .select(['durationSeconds', 'keys', 'outcome'])
    .where('callId', '=', (eb) => eb.fn.any(callIds))
    .where('state', '<>', 'not_placed')
    .where((eb) => eb.or([eb('state', '=', 'ended'), eb('providerCallId', 'is not', null)]))
    .orderBy('id'),
)
