import type { ProviderCall } from '#server/adapters/telephony/telephony.ts'
import { adoptProviderCall, isNumberBeingDialled, unclaimedCalls } from '#server/features/calls/public.ts'
import { dialAlertAgain } from './alert-dial.ts'
import { concludeAlertCall } from './alert-end.ts'
import type { IncidentDeps } from './deps.ts'

const AT_ONCE = 20
/** While one worker asks, no other does; if it dies, another asks after so long. */
const LEASE_MS = 30_000
const LONGEST_WAIT_MS = 60_000
/** Nothing that rings and talks takes so long. */
const GIVE_UP_MS = 15 * 60_000

/**
 * The reconciler of alerts by phone, as there is one for attempts: asks the provider about those of which nothing was
 * heard for too long. What may have been placed is never dialled again before the provider was asked. Returns how many
 * it looked into.
 */
export async function settleAlertCalls(deps: IncidentDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await deps.db
    .updateTable('alertCalls')
    .set((eb) => ({ settleAt: new Date(now.getTime() + LEASE_MS), settleTries: eb('settleTries', '+', 1) }))
    .where('alertId', 'in', (eb) =>
      eb
        .selectFrom('alertCalls')
        .select('alertId')
        .where('settleAt', '<=', now)
        .where('state', '<>', 'owed')
        .orderBy('settleAt')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['alertId', 'providerCallId', 'phoneNumber', 'startedAt', 'settleTries'])
    .execute()
  const inOrder = due.toSorted((one, other) => one.alertId - other.alertId)
  const settled = await Promise.allSettled(inOrder.map((alert) => settle(deps, alert, now)))
  for (const one of settled) {
    if (one.status === 'rejected') deps.log.error({ err: one.reason }, 'An alert by phone could not be settled')
  }
  return due.length
}

interface DoubtfulAlert {
  alertId: number
  providerCallId: string | null
  phoneNumber: string
  startedAt: Date
  settleTries: number
}

function settle(deps: IncidentDeps, alert: DoubtfulAlert, now: Date): Promise<void> {
  return alert.providerCallId === null
    ? settleUnknown(deps, alert, now)
    : settlePlaced(deps, alert, alert.providerCallId, now)
}

async function settlePlaced(deps: IncidentDeps, alert: DoubtfulAlert, sid: string, now: Date): Promise<void> {
  const answer = await deps.telephony.fetchCall(sid)
  switch (answer.kind) {
    case 'found':
      return applyFound(deps, alert, answer.found, now)
    case 'absent':
      deps.log.error({ alertId: alert.alertId, sid }, 'The phone provider does not know an alert it had accepted')
      return concludeAlertCall(deps, alert.alertId, {
        kind: 'ended',
        endedStatus: 'failed',
        providerCallId: sid,
        durationSeconds: null,
      })
    case 'unavailable':
      return askLater(deps, alert, now)
  }
}

async function applyFound(deps: IncidentDeps, alert: DoubtfulAlert, call: ProviderCall, now: Date): Promise<void> {
  const { endedStatus, providerCallId, durationSeconds } = call
  if (endedStatus === null) return askLater(deps, alert, now)
  return concludeAlertCall(deps, alert.alertId, { kind: 'ended', endedStatus, providerCallId, durationSeconds })
}

async function settleUnknown(deps: IncidentDeps, alert: DoubtfulAlert, now: Date): Promise<void> {
  const { db, telephony, timing } = deps
  const { alertId, phoneNumber, startedAt } = alert
  const dial = { alertId, phoneNumber }
  if (await isNumberBeingDialled(db, dial, now)) return askLater(deps, alert, now)
  const answer = await telephony.findCalls({ to: phoneNumber, since: startedAt })
  if (answer.kind === 'unavailable') return askLater(deps, alert, now)
  const found = answer.kind === 'found' ? await unclaimedCalls(db, answer.found) : []
  // Oldest first: with two doubtful dials to one number, each adopts its own.
  const call = found.at(-1)
  if (!call) return dialAlertAgain(deps, alertId)
  deps.log.info({ alertId, sid: call.providerCallId }, 'An alert by phone whose answer was lost was found')
  const settleAt = new Date(now.getTime() + timing.firstPollMs)
  if (await adoptProviderCall(db, dial, call, settleAt)) return applyFound(deps, alert, call, now)
  // Another dial to the same number took it a moment ago; the next look finds its own, or none.
  return askLater(deps, alert, now)
}

async function askLater(deps: IncidentDeps, alert: DoubtfulAlert, now: Date): Promise<void> {
  const { alertId, startedAt, settleTries } = alert
  if (now.getTime() - startedAt.getTime() > GIVE_UP_MS) {
    deps.log.error({ alertId }, 'What became of an alert by phone could not be found out')
    return concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'failed' })
  }
  const wait = Math.min(LONGEST_WAIT_MS, deps.timing.askAgainMs * 2 ** Math.min(settleTries, 5))
  await deps.db
    .updateTable('alertCalls')
    .set({ settleAt: new Date(now.getTime() + wait) })
    .where('alertId', '=', alertId)
    .where('settleAt', 'is not', null)
    .execute()
}
