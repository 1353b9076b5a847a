import type { CallType } from '#core/calls/call-vocabulary.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { freeOccurrence } from '../schedules/free-occurrence.ts'
import type { Schedule } from '../schedules/schedules.ts'
import { moveCall } from '../state/move-call.ts'

/**
 * Moves the schedule's next call on where it stands at an occurrence that was changed; a later one is passed when its
 * turn comes. `schedule` knows of the change. The caller holds the lock of the call.
 */
export async function moveNextCallPast(
  { jobs }: { jobs: Jobs },
  trx: Trx,
  call: { id: number; callType: CallType; scheduledFor: Date; skippedTimes: readonly Date[] },
  schedule: Schedule,
  occurrence: Date,
): Promise<void> {
  if (occurrence.getTime() !== call.scheduledFor.getTime()) return
  const following = nextKeptOccurrence(schedule, occurrence)
  const free =
    following && (await freeOccurrence(trx, { scheduleId: schedule.id, ...schedule, exceptCallId: call.id }, following))
  if (!free) throw new AppError('conflict', 'This schedule has no later call')
  await moveCall(trx, jobs, call, free, undefined, call.skippedTimes)
}
