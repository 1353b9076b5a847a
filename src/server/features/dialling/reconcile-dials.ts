import { sql } from 'kysely'
import { backOffMs } from '#core/back-off.ts'
import type { ProviderCall, Telephony } from '#server/adapters/telephony/telephony.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ClaimOptions, claimDue, type DueRow, releaseDue } from '#server/platform/due-work/due-rows.ts'
import { type DueWork, runDueWork } from '#server/platform/due-work/run-due-work.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { DialHandler, DialHandlers, OpenDial } from './dial-handler.ts'
import type { DialTiming } from './dial-timing.ts'
import { isNumberBeingDialled, matchProviderCall, unclaimedCalls } from './provider-calls.ts'

export interface ReconcileDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'info' | 'error'>
  telephony: Pick<Telephony, 'fetchCall' | 'findCalls'>
  timing: DialTiming
}

type DueDial = OpenDial & DueRow

const BATCH_SIZE = 20
/** While one worker asks, no other does; if it dies, another asks after this time. */
const LEASE_MS = 30_000
const LONGEST_WAIT_MS = 60_000
const DIALS = { table: 'dials', key: 'id' } as const
const CLAIM = {
  leaseMs: LEASE_MS,
  limit: BATCH_SIZE,
  columns: [
    'id',
    'purpose',
    'call_id',
    'message_id',
    'alert_id',
    'phone_number',
    'provider_call_id',
    'started_at',
    'dial_by',
    'outcome_unknown_since',
    'reconcileCount',
  ],
  sets: sql`reconcile_count = reconcile_count + 1`,
}
/** What waits to be dialled is left to the dispatcher. */
const NOT_QUEUED = sql`state <> 'queued'`
/** One failure is a coincidence: so many in a row are reported. */
const FAILURES_BEFORE_NOTIFIED = 4
/** The provider's statuses of a call that is queued there. */
const NOT_RUNG_YET: readonly string[] = ['queued', 'initiated']

/**
 * The reconciler: asks the provider about dials without a report for too long, because a callback was lost, a request
 * was never answered, or a worker died between storing a dial and placing it. A dial that may have been placed is
 * never dialled again before the provider was asked. Returns how many it processed.
 */
export function reconcileDials(deps: ReconcileDeps, dialHandlers: DialHandlers): Promise<number> {
  return runDueWork(deps, dialsToReconcile(deps, dialHandlers))
}

/** Exported for the test that drives every kind of due work through the same faults. */
export function dialsToReconcile(deps: ReconcileDeps, dialHandlers: DialHandlers): DueWork<DueDial> {
  return {
    name: 'reconcile dial',
    table: DIALS,
    claim: (now) => claim(deps, { now, only: NOT_QUEUED }),
    async run(dial, now) {
      await reconcile(deps, dialHandlers[dial.purpose], dial, now)
      return 'ran'
    },
    longestWaitMs: LONGEST_WAIT_MS,
    noLaterThan: (dial, until) => noLaterThan(dialHandlers[dial.purpose], dial, until, deps.clock.now()),
    isExhausted: (dial, failures, now) =>
      failures >= FAILURES_BEFORE_NOTIFIED && now > dialHandlers[dial.purpose].giveUpAt(dial),
    giveUp: (dial) => dialHandlers[dial.purpose].notifyEndNotStored(dial),
    keyOf: ({ id }) => id,
    idsOf: ({ id, purpose }) => ({ dialId: id, purpose }),
  }
}

/** As `reconcileDials`, for one dial that somebody waits for, now. Does nothing when another worker has leased it. */
export async function reconcileDial(deps: ReconcileDeps, handler: DialHandler, id: number): Promise<void> {
  const now = deps.clock.now()
  const only = sql`${NOT_QUEUED} and id = ${id}`
  for (const dial of await claim(deps, { now, only, isNow: true })) {
    await reconcile(deps, handler, dial, now)
    await releaseDue(deps.db, DIALS, id, dial)
  }
}

/** In a transaction, which behind a pooler begins only once a fail-over is dealt with: it decides what the dial says. */
function claim({ db }: ReconcileDeps, wanted: Pick<ClaimOptions, 'now' | 'only' | 'isNow'>): Promise<DueDial[]> {
  return db.transaction().execute((trx) => claimDue<DueDial>(trx, DIALS, { ...CLAIM, ...wanted }))
}

async function reconcile(deps: ReconcileDeps, handler: DialHandler, dial: OpenDial, now: Date): Promise<void> {
  if (dial.messageId !== null && handler.reconcileText) return handler.reconcileText(dial)
  if (dial.providerCallId === null && (await handler.isTextWithoutMessage?.(dial))) return handler.notPlaced(dial)
  if (dial.providerCallId === null) return findAtProvider()
  const answer = await deps.telephony.fetchCall(dial.providerCallId)
  switch (answer.kind) {
    case 'found':
      return applyFound(answer.found)
    case 'absent':
      // The provider took the call and does not know it any more: what the person heard cannot be found out.
      deps.log.error(
        { dialId: dial.id, sid: dial.providerCallId },
        'Call accepted before not known to the phone provider',
      )
      return handler.ended(dial, {
        providerCallId: dial.providerCallId,
        endedStatus: 'failed',
        answeredBy: null,
        durationSeconds: null,
      })
    case 'unavailable':
      return askLater()
  }

  /** Whether an unanswered dial was placed: the provider's calls to that number that no dial has. Found: matched to the dial. Absent: safe to dial again. */
  async function findAtProvider(): Promise<void> {
    const { db, telephony, timing } = deps
    if (await isNumberBeingDialled(db, dial, now)) return askLater()
    const answered = await telephony.findCalls({ to: dial.phoneNumber, since: dial.startedAt })
    if (answered.kind === 'unavailable') {
      await handler.whileUnavailable?.(dial, now)
      return askLater()
    }
    const found = answered.kind === 'found' ? await unclaimedCalls(db, answered.found) : []
    // Oldest first: of two unknown dials to one number, each gets its own.
    const call = found.at(-1)
    if (!call) return handler.notPlaced(dial)
    deps.log.info({ dialId: dial.id, sid: call.providerCallId }, 'Call whose answer was lost found at the provider')
    // Another dial to the same number may have taken it a moment ago: this one is asked about again.
    if (!(await matchProviderCall(db, dial, call, new Date(now.getTime() + timing.firstPollMs)))) return askLater()
    await handler.matched?.(dial)
    return applyFound(call)
  }

  async function applyFound({ endedStatus, ...call }: ProviderCall): Promise<void> {
    if (endedStatus === null) return askLater({ hasRung: !NOT_RUNG_YET.includes(call.status) })
    await handler.ended(dial, { ...call, endedStatus })
  }

  /** Asks again later; a dial that stays open for longer than any call takes is given up. */
  async function askLater({ hasRung = dial.providerCallId !== null } = {}): Promise<void> {
    if (now > handler.giveUpAt(dial)) {
      deps.log.error({ dialId: dial.id }, 'Call not reconciled; given up')
      return handler.giveUp(dial, { hasRung })
    }
    const waitMs = backOffMs(dial.reconcileCount + 1, {
      shortestMs: deps.timing.askAgainMs,
      longestMs: LONGEST_WAIT_MS,
    })
    await askAt(deps, dial, noLaterThan(handler, dial, new Date(now.getTime() + waitMs), now))
  }
}

/** That instant, or the last one of its purpose if that comes before. */
function noLaterThan(handler: DialHandler, dial: OpenDial, until: Date, now: Date): Date {
  const last = handler.lastAskedAt?.(dial) ?? null
  return last !== null && now < last && until > last ? last : until
}

/** Releases it: an ordinary poll is no failure. A dial that has ended meanwhile is not reconciled any more. */
async function askAt({ db }: ReconcileDeps, { id }: OpenDial, nextAt: Date): Promise<void> {
  await db
    .updateTable('dials')
    .set({ nextAt, claimedUntil: null, failures: 0 })
    .where('id', '=', id)
    .where('nextAt', 'is not', null)
    .execute()
}
