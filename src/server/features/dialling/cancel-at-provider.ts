import { type RawBuilder, sql } from 'kysely'
import type { Telephony } from '#server/adapters/telephony/telephony.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { claimDue, type DueRow } from '#server/platform/due-work/due-rows.ts'
import { type DueWork, runDueWork } from '#server/platform/due-work/run-due-work.ts'
import type { Logger } from '#server/platform/health/logger.ts'

const BATCH_SIZE = 20
const LONGEST_WAIT_MS = 5 * 60_000
/** Longer than the provider is waited for. */
const LEASE_MS = 30_000
/** A provider keeps no call queued for longer. */
const MAY_RING_FOR_MS = 24 * 3_600_000
const CANCELLATIONS = { table: 'calls_to_cancel', key: 'provider_call_id' } as const

interface CancelDeps {
  db: Db
  clock: Clock
  telephony: Telephony
  log: Pick<Logger, 'warn' | 'error'>
}

/** A provider call that may still ring. */
interface MayRing {
  providerCallId: string | null
  phoneNumber: string
}

/** Has the poll loop ask the provider to cancel a call, in the transaction that makes it unnecessary. */
export async function cancelLater(trx: Trx, { providerCallId, phoneNumber }: MayRing, now: Date): Promise<void> {
  if (providerCallId === null) return
  const call = sql`select ${providerCallId}::text as provider_call_id, ${phoneNumber}::text as phone_number`
  await cancelAllLater(trx, call, now)
}

/** Stores calls to cancel, a query of `provider_call_id` and `phone_number`, and has the provider asked at once. Outside any transaction. */
export async function cancelAtOnce(deps: CancelDeps, calls: RawBuilder<unknown>): Promise<void> {
  if ((await cancelAllLater(deps.db, calls, deps.clock.now())) > 0) await cancelAtProvider(deps)
}

/** As `cancelLater`, for all that the query finds. Returns how many were not stored before. */
export async function cancelAllLater(db: Db, calls: RawBuilder<unknown>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into calls_to_cancel (provider_call_id, phone_hash, since, next_at)
    select provider_call_id, md5(phone_number), ${now}, ${now} from (${calls}) as calls where provider_call_id is not null
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Cancels at the provider calls that were given up, or are unwanted, while they may still ring: a call that comes hours
 * late would only confuse. Retried, with growing waits, until the provider has cancelled it or reports that it is over.
 * A person who has picked up is not cut off. Returns how many it processed.
 */
export function cancelAtProvider(deps: CancelDeps): Promise<number> {
  return runDueWork(deps, cancellations(deps))
}

interface Cancellation extends DueRow {
  providerCallId: string
  since: Date
}

/** Exported for the test that drives every kind of due work through the same faults. */
export function cancellations(deps: CancelDeps): DueWork<Cancellation> {
  const { db, log } = deps
  return {
    name: 'cancel call at provider',
    table: CANCELLATIONS,
    claim: (now) =>
      claimDue(db, CANCELLATIONS, {
        now,
        leaseMs: LEASE_MS,
        limit: BATCH_SIZE,
        columns: ['provider_call_id', 'since'],
      }),
    async run({ providerCallId, since }, now) {
      if (!isTooOld(since, now) && !(await isCancelled(deps, providerCallId))) {
        log.warn({ sid: providerCallId }, 'Call that may still ring not cancelled; retrying')
        return 'failed'
      }
      await forget(db, providerCallId)
      return 'ran'
    },
    longestWaitMs: LONGEST_WAIT_MS,
    isExhausted: ({ since }, _failures, now) => isTooOld(since, now),
    // No notice is needed: after this time the provider does not keep it queued any longer.
    giveUp: ({ providerCallId }) => forget(db, providerCallId),
    keyOf: ({ providerCallId }) => providerCallId,
    idsOf: ({ providerCallId }) => ({ sid: providerCallId }),
  }
}

const isTooOld = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > MAY_RING_FOR_MS

async function forget(db: Db, providerCallId: string): Promise<void> {
  await db.deleteFrom('callsToCancel').where('providerCallId', '=', providerCallId).execute()
}

async function isCancelled({ telephony }: CancelDeps, providerCallId: string): Promise<boolean> {
  if (await telephony.stopRinging(providerCallId)) return true
  const answer = await telephony.fetchCall(providerCallId)
  return answer.kind === 'absent' || (answer.kind === 'found' && answer.found.endedStatus !== null)
}
