import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

/** Which of the calls have a recording to listen to, and until when: the recording of the last attempt that has one. */
export async function recordingsOf(db: Db, callIds: readonly number[]): Promise<Map<number, { keptUntil: Date }>> {
  if (callIds.length === 0) return new Map()
  const rows = await readRecordings(db, { callIds })
  return new Map(rows.map(({ callId, expiresAt }) => [callId, { keptUntil: expiresAt }]))
}

const readRecordings = preparedStatement((db, { callIds }: { callIds: Param<readonly number[]> }) =>
  db
    .selectFrom('recordings')
    .innerJoin('attempts', 'attempts.id', 'recordings.attemptId')
    .select(['attempts.callId', 'recordings.expiresAt'])
    .where('attempts.callId', '=', (eb) => eb.fn.any(callIds))
    .where('recordings.fetchedAt', 'is not', null)
    .orderBy('recordings.attemptId')
    .orderBy('recordings.id'),
)
