import type { Logger } from 'pino'
import { advanceSequences } from '#server/platform/database/timeline.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { recordFailover } from '../features/audit/public.ts'
import { markDueCallsUnknown, readHeartbeats } from '../features/care/public.ts'
import {
  type AfterFailover,
  type Failover,
  putOpenDialsInDoubt,
  recordFailoverTime,
} from '../features/dialling/public.ts'
import { markQueuedAlertsUnknown } from '../features/incidents/public.ts'
import { askBeforeSending, DELIVERY_TIMEOUTS, type DeliveryTimeouts } from '../features/messages/public.ts'

interface AfterFailoverDeps {
  jobs: Jobs
  log: Pick<Logger, 'warn' | 'error'>
  /** By default as suits real providers. */
  timeouts?: Pick<DeliveryTimeouts, 'claimMs'> | undefined
}

/**
 * Puts in doubt what was under way or due, so that the provider is asked before anything rings, and gives no id out twice. Runs after
 * every fail-over: whether anything was lost cannot be known, since a standby that lagged does not know what it lacks. The last
 * heartbeat that the database has is only a hint of how much that is.
 */
export function afterFailover({ jobs, log, timeouts = DELIVERY_TIMEOUTS }: AfterFailoverDeps): AfterFailover {
  return async (trx, found) => {
    const { from, to, now } = found
    const lost: Failover = {
      ...found,
      onSpoilt: (row, err) => log.error({ err, ...row }, 'Row not put in doubt after the fail-over; the others are'),
    }
    const { lastHeartbeatAt: keptUntil } = await readHeartbeats(trx)
    await advanceSequences(trx)
    // Before the due calls: it must not find the dials that are written for them.
    const underWay = await putOpenDialsInDoubt(trx, lost)
    const due = await markDueCallsUnknown(trx, jobs, now, lost)
    await markQueuedAlertsUnknown(trx, lost)
    const textsAskAt = new Date(now.getTime() + timeouts.claimMs.sms)
    await askBeforeSending(trx, { onSpoilt: lost.onSpoilt, askAt: textsAskAt })
    await recordFailoverTime(trx, { movedAt: now, keptUntil })
    const since = keptUntil?.toISOString() ?? 'an unknown time'
    const detail = `timeline ${from} to ${to}; may have lost what was written since ${since}`
    await recordFailover(trx, { detail, at: now })
    log.warn(
      { from, to, keptUntil, underWay, due },
      'Database failed over; asking the phone provider before anything that was due is dialled',
    )
  }
}
