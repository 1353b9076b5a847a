import { type RawBuilder, sql } from 'kysely'
import type { CallStatus, FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

/** Part of a statement that claims calls to be dialled: takes those of `due (id, try_number)` out of the queue and counts the try. */
export function claimingDue(now: Date): RawBuilder<unknown> {
  return sql`
    update calls set status = 'in_progress', dial_at = null, dial_by = null, tries_made = due.try_number,
      started_at = coalesce(started_at, ${now})
    from due where calls.id = due.id`
}

/** Claims one call after a restore that may have been dialled when it was due, by another attempt. */
export async function claimAsUnknown(
  trx: Trx,
  id: number,
  { dueAt, lateNotifiedAt }: { dueAt: Date; lateNotifiedAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('calls')
    .set((eb) => ({
      status: 'in_progress',
      dialAt: null,
      dialBy: null,
      triesMade: eb('triesMade', '+', 1),
      startedAt: eb.fn.coalesce('startedAt', eb.val(dueAt)),
    }))
    .$if(lateNotifiedAt !== null, (update) => update.set({ lateNotifiedAt }))
    .where('id', '=', id)
    .execute()
}

/** The call is dialled no more; it is given up as overdue, and its members are notified. */
export async function endGracePeriod(
  trx: Trx,
  id: number,
  { dialAt, dialBy }: { dialAt: Date; dialBy: Date },
): Promise<void> {
  await trx.updateTable('calls').set({ dialAt, dialBy }).where('id', '=', id).execute()
}

const POSTPONED_MS = 30_000

/** Postpones calls that cannot be claimed by half a minute. Their grace periods are not extended; rows that another transaction has locked stay as they are. */
export async function postpone(db: Db, callIds: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('calls')
    .set({ dialAt: new Date(now.getTime() + POSTPONED_MS) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('calls')
        .select('id')
        .where('id', 'in', [...callIds])
        .where('dialAt', '<=', now)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

interface End {
  status: FinalStatus
  /** Why it was not completed, as a sentence; null when it was. */
  reason: string | null
  durationSeconds: number | null
  now: Date
}

const OPEN = ['scheduled', 'in_progress'] as const
const NOT_COMPLETED = ['missed', 'failed', 'voicemail', 'away'] as const

/** Writes the one final status of a call and returns its `asksBy`. Undefined, with nothing written, where it has ended: except that `completed` replaces any other end. */
export async function endCall(trx: Trx, id: number, { status, reason, durationSeconds, now }: End) {
  const from: CallStatus[] = status === 'completed' ? [...OPEN, ...NOT_COMPLETED] : [...OPEN]
  const [ended] = await writeEnd(trx, { id, from, status, reason, durationSeconds, now })
  return ended
}

type EndParams = { [Name in keyof End]: Param<End[Name]> } & { id: Param<number>; from: Param<CallStatus[]> }

const writeEnd = preparedStatement((db, { id, from, status, reason, durationSeconds, now }: EndParams) =>
  db
    .updateTable('calls')
    .set({ status, reason, dialAt: null, dialBy: null, endedAt: now, durationSeconds })
    .where('id', '=', id)
    .where('status', '=', (eb) => eb.fn.any(from))
    .returning('asksBy'),
)

/** A machine answered in a call that ended as one of `from`. Returns false if it ended otherwise. */
export async function correctToVoicemail(
  trx: Trx,
  id: number,
  { reason, from }: { reason: string; from: readonly FinalStatus[] },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('calls')
    .set({ status: 'voicemail', reason })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Corrects the reason of a call's end. */
export async function correctReason(trx: Trx, id: number, reason: string): Promise<void> {
  await trx.updateTable('calls').set({ reason }).where('id', '=', id).execute()
}
