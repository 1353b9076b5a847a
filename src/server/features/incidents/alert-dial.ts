import { sql } from 'kysely'
import { aheadMs, lockPlaces } from '#server/features/calls/public.ts'
import { isTrusted } from '#server/platform/clock.ts'
import { concludeAlertCall } from './alert-end.ts'
import { isRingWanted } from './alert-state.ts'
import type { IncidentDeps } from './deps.ts'

/** Dials the alerts by phone that are owed, as fast as the provider's rate allows. */
export interface AlertDialler {
  /** Lets those leave that may leave now, without waiting for them. When to look again; null when none is owed. */
  look(): Promise<Date | null>
  /** Resolves when no dial is under way. */
  idle(): Promise<void>
}

interface OwedAlert {
  alertId: number
  to: string
  /** The how-manieth dial of this alert it is. */
  dials: number
  /** When its place in the provider's rate opens: not before this. */
  leavesAt: Date
}

const MOST_IN_HAND = 64
const FULL_HANDS_MS = 200

export function createAlertDialler(deps: IncidentDeps): AlertDialler {
  const dialling = new Set<Promise<void>>()
  return {
    async look() {
      const { owed, again } = await claimOwedAlerts(deps, MOST_IN_HAND - dialling.size)
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

/**
 * Takes places in the provider's rate for alerts that are owed, before any care call does: somebody may need help. After
 * the commit a crash loses nothing and repeats nothing: what was claimed and not dialled is settled.
 */
async function claimOwedAlerts(
  { db, clock, callsPerSecond, timing }: IncidentDeps,
  most: number,
): Promise<{ owed: OwedAlert[]; again: Date | null }> {
  const now = clock.now()
  const isOwed = await db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('state', '=', 'owed')
    .where('settleAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (!isOwed) return { owed: [], again: null }
  if (most <= 0) return { owed: [], again: new Date(now.getTime() + FULL_HANDS_MS) }
  return db.transaction().execute(async (trx) => {
    const places = await lockPlaces(trx, callsPerSecond, now, { most, isUrgent: true })
    if (places.openAt.length === 0) return { owed: [], again: places.lookAgainAt(0) }
    const claimed = await trx
      .updateTable('alertCalls')
      .set((eb) => ({
        state: 'dialling',
        dials: eb('dials', '+', 1),
        // It may have been owed for long: patience is counted from the first dial.
        startedAt: eb.case().when('dials', '=', 0).then(now).else(eb.ref('startedAt')).end(),
        settleAt: new Date(now.getTime() + timing.settleAfterMs),
        settleTries: 0,
      }))
      .where('alertId', 'in', (eb) =>
        eb
          .selectFrom('alertCalls')
          .select('alertId')
          .where('state', '=', 'owed')
          .where('settleAt', '<=', now)
          .orderBy('settleAt')
          .limit(places.openAt.length)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['alertId', 'phoneNumber', 'dials'])
      .execute()
    await places.use(claimed.length)
    // In the order in which they were written: whoever is told first is rung first.
    const inOrder = claimed.toSorted((one, other) => one.alertId - other.alertId)
    const owed = inOrder.map(({ alertId, phoneNumber, dials }, index) => ({
      alertId,
      to: phoneNumber,
      dials,
      leavesAt: places.openAt[index] ?? now,
    }))
    return { owed, again: places.lookAgainAt(claimed.length) }
  })
}

async function dialInTime(deps: IncidentDeps, owed: OwedAlert): Promise<void> {
  const wait = owed.leavesAt.getTime() - deps.clock.now().getTime()
  // Never further ahead than a place can be taken: a clock that was turned back holds nobody up.
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, aheadMs(deps.callsPerSecond) + 1000)))
  await dialAlert(deps, owed)
}

async function dialAlert(deps: IncidentDeps, { alertId, to, dials }: OwedAlert): Promise<void> {
  if (!(await holdAlert(deps, alertId, dials))) return
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
 * needed no longer ends without a ring.
 */
async function holdAlert(deps: IncidentDeps, alertId: number, dials: number): Promise<boolean> {
  const isWanted = await isRingWanted(deps.db, alertId)
  if (!(await passFence(deps, alertId, dials))) {
    deps.log.warn({ alertId }, 'The dial of an alert came too late and is left to the reconciler')
    return false
  }
  if (!isWanted) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'not_needed' })
  return isWanted
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
