import { sql } from 'kysely'
import { aheadMs, spacingMs } from '#server/features/calls/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import { isTrusted } from '#server/platform/clock.ts'
import { concludeAlertCall } from './alert-end.ts'
import { isRingWanted, isStaleRing } from './alert-state.ts'
import type { IncidentDeps } from './deps.ts'
import { claimOwedAlerts, type OwedAlert } from './owed-alerts.ts'

/** Dials the alerts by phone that are owed, as fast as the provider's rate allows. */
export interface AlertDialler {
  /** Lets those leave that may leave now, without waiting for them. When to look again; null when none is owed. */
  look(): Promise<Date | null>
  /** Resolves when no dial is under way. */
  idle(): Promise<void>
}

const MOST_IN_HAND = 64
const FULL_HANDS_MS = 200

export function createAlertDialler(deps: IncidentDeps): AlertDialler {
  const dialling = new Set<Promise<void>>()
  return {
    async look() {
      const most = MOST_IN_HAND - dialling.size
      if (most <= 0) return new Date(deps.clock.now().getTime() + FULL_HANDS_MS)
      const { owed, again } = await claimOwedAlerts(deps, most)
      for (const alert of owed) {
        const dialled = dialInTime(deps, alert)
          // It is written down: what could not be recorded here is settled.
          .catch((error) => deps.log.error({ err: error, alertId: alert.alertId }, 'An alert could not be dialled'))
          .finally(() => dialling.delete(dialled))
        dialling.add(dialled)
      }
      return again
    },
    async idle() {
      while (dialling.size > 0) await Promise.all(dialling)
    },
  }
}

async function dialInTime(deps: IncidentDeps, owed: OwedAlert): Promise<void> {
  const wait = owed.leavesAt.getTime() - deps.clock.now().getTime()
  // Never further ahead than a place can be taken: a clock that was turned back holds nobody up.
  const longest = aheadMs(deps.callsPerSecond) + spacingMs(deps.callsPerSecond) + 1_000
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, longest)))
  await dialAlert(deps, owed)
}

/** Rings one alert that was claimed, unless something since then speaks against it. */
export async function dialAlert(deps: IncidentDeps, { alertId, to, dials }: OwedAlert): Promise<void> {
  if (!(await holdAlert(deps, { alertId, dials, to }))) return
  const outcome = await deps.telephony.dial({ to, alertId })
  const { log, timing } = deps
  switch (outcome.kind) {
    case 'accepted':
      return recordPlaced(deps, alertId, outcome.providerCallId)
    case 'refused':
      log.warn({ alertId, reason: outcome.reason }, 'The phone provider refused an alert')
      return concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'refused' })
    case 'not_placed':
      log.warn({ alertId, reason: outcome.reason }, 'An alert by phone was not placed')
      return dialAlertAgain(deps, alertId)
    case 'unknown': {
      log.warn({ alertId, reason: outcome.reason }, 'Whether an alert by phone was placed is not known')
      const wait = outcome.saidBusy ? timing.askAfterBusyMs : timing.askAfterSilenceMs
      await deps.db
        .updateTable('alertCalls')
        .set({ state: 'unknown', settleAt: new Date(deps.clock.now().getTime() + wait) })
        .where('alertId', '=', alertId)
        .where('state', '=', 'dialling')
        .execute()
      return
    }
  }
}

/**
 * Holds the alert for its dial, if somebody is still looked for and this person has not said that they can't. What is
 * needed no longer, or was owed before an outage, ends without a ring.
 */
async function holdAlert(
  deps: IncidentDeps,
  { alertId, dials, to }: Pick<OwedAlert, 'alertId' | 'dials' | 'to'>,
): Promise<boolean> {
  const isRefused = (await refusalOf(deps, deps.db, to))?.callsSince != null
  const isWanted = !isRefused && (await isRingWanted(deps.db, alertId))
  const isStale = isWanted && (await isStaleRing(deps.db, alertId, deps.clock.now()))
  if (!(await passFence(deps, alertId, dials))) {
    deps.log.warn({ alertId }, 'The dial of an alert came too late and is left to the reconciler')
    return false
  }
  if (!isWanted) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'not_needed' })
  // The ladder owes it again, if it is still due: it may be night, when the phones of contacts are left alone.
  if (isStale) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'not_needed' })
  return isWanted && !isStale
}

/**
 * The fence before a dial: holds the alert for as long as the request may take, if nobody has looked into it since the
 * claim and nobody has claimed it anew. The last statement before the request: whoever is held up after it would ring a
 * phone that another worker has rung meanwhile.
 */
async function passFence({ db, clock, timing }: IncidentDeps, alertId: number, dials: number): Promise<boolean> {
  const now = clock.now()
  const held = await db
    .updateTable('alertCalls')
    .set({ settleAt: new Date(now.getTime() + timing.settleAfterMs) })
    .where('alertId', '=', alertId)
    .where('state', '=', 'dialling')
    .where('settleTries', '=', 0)
    .where('settleAt', '>', now)
    .where('dials', '=', dials)
    .executeTakeFirst()
  // By the clock of a machine that has just woken, every claim is a good one.
  return held.numUpdatedRows > 0n && isTrusted(clock)
}

/** The provider has the call. Callbacks may have told so already, and even that it ended. */
async function recordPlaced({ db, clock, timing }: IncidentDeps, alertId: number, providerCallId: string) {
  await db
    .updateTable('alertCalls')
    .set({ state: 'placed', providerCallId, settleAt: new Date(clock.now().getTime() + timing.firstPollMs) })
    .where('alertId', '=', alertId)
    .where('state', 'in', ['dialling', 'unknown'])
    .execute()
}

const LONGEST_WAIT_MS = 30_000
/** Of the time an alert by phone is waited for, the part in which it is dialled again; the rest is for ringing. */
const SHARE_FOR_DIALLING = 0.75

/**
 * Owes the dial again after one that the provider certainly did not place, at growing distances. After a few minutes it
 * counts as failed, and the next person is told.
 */
export async function dialAlertAgain(deps: IncidentDeps, alertId: number): Promise<void> {
  const now = deps.clock.now()
  const tryUntil = now.getTime() - deps.escalation.callPatienceMs * SHARE_FOR_DIALLING
  const owed = await deps.db
    .updateTable('alertCalls')
    .set((eb) => ({
      state: 'owed',
      settleAt: sql<Date>`${now}::timestamptz + least(${LONGEST_WAIT_MS}, 1000 * 2 ^ least(${eb.ref('dials')} - 1, 6)) * interval '1 millisecond'`,
    }))
    .where('alertId', '=', alertId)
    .where('state', 'in', ['dialling', 'unknown'])
    .where('providerCallId', 'is', null)
    .where('startedAt', '>', new Date(tryUntil))
    .executeTakeFirst()
  if (owed.numUpdatedRows > 0n) return
  await endUnlessPlaced(deps, alertId)
}

async function endUnlessPlaced(deps: IncidentDeps, alertId: number): Promise<void> {
  const doubtful = await deps.db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('alertId', '=', alertId)
    .where('state', 'in', ['dialling', 'unknown'])
    .executeTakeFirst()
  if (doubtful) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'failed' })
}
