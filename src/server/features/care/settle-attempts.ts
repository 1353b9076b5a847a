import { sql } from 'kysely'
import type { ProviderCall } from '#server/adapters/telephony/telephony.ts'
import { adoptProviderCall, isNumberBeingDialled, unclaimedCalls } from '#server/features/calls/public.ts'
import { lockAttempt, touchCall } from './attempt-state.ts'
import { concludeAttempt, type EndedAttempt } from './conclude-attempt.ts'
import { concludeCall, concludeCancelled } from './conclude-call.ts'
import { concludeUnplaced } from './conclude-unplaced.ts'
import type { CareDeps } from './deps.ts'
import { dialAgain } from './dial-again.ts'
import { isFromBeforeRestore } from './restored-attempts.ts'

const AT_ONCE = 20
/** While one worker asks, no other does; if it dies, another asks after so long. */
const LEASE_MS = 30_000
const LONGEST_WAIT_MS = 60_000
/**
 * Nothing that rings and talks takes so long. What the provider has taken and does not tell of by then is told to a person
 * as a failure.
 */
const GIVE_UP_MS = 15 * 60_000
/** So long before the end of a grace period it is asked once more whether a dial was placed: there is time for another. */
const LAST_ASKED_BEFORE_END_MS = 15_000

/**
 * The reconciler: asks the provider about attempts of which nothing was heard for too long, because a callback was
 * lost, a request was never answered, or a worker died between writing an attempt down and dialling it. Returns how
 * many it looked into.
 */
export async function settleAttempts(deps: CareDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await deps.db
    .updateTable('attempts')
    .set((eb) => ({ settleAt: new Date(now.getTime() + LEASE_MS), settleTries: eb('settleTries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('id')
        .where('settleAt', '<=', now)
        .orderBy('settleAt')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'callId', 'state', 'providerCallId', 'phoneNumber', 'startedAt', 'dialBy', 'settleTries'])
    .execute()
  await Promise.all(due.map((attempt) => settle(deps, attempt, now)))
  return due.length
}

interface DoubtfulAttempt {
  id: number
  callId: number
  state: string
  providerCallId: string | null
  phoneNumber: string
  startedAt: Date
  dialBy: Date
  settleTries: number
}

async function settle(deps: CareDeps, attempt: DoubtfulAttempt, now: Date): Promise<void> {
  if (attempt.providerCallId !== null) return settlePlaced(deps, attempt, attempt.providerCallId, now)
  return settleUnknown(deps, attempt, now)
}

async function settlePlaced(deps: CareDeps, attempt: DoubtfulAttempt, sid: string, now: Date): Promise<void> {
  const answer = await deps.telephony.fetchCall(sid)
  switch (answer.kind) {
    case 'found':
      return applyFound(deps, attempt, answer.found, now)
    case 'absent':
      // The provider took the call and does not know it any more: no way to tell what the person heard.
      deps.log.error({ attemptId: attempt.id, sid }, 'The phone provider does not know a call it had accepted')
      return conclude(deps, attempt, {
        providerCallId: sid,
        endedStatus: 'failed',
        answeredBy: null,
        durationSeconds: null,
      })
    case 'unavailable':
      return askLater(deps, attempt, now)
  }
}

async function applyFound(deps: CareDeps, attempt: DoubtfulAttempt, call: ProviderCall, now: Date): Promise<void> {
  if (call.endedStatus === null) return askLater(deps, attempt, now)
  await conclude(deps, attempt, { ...call, endedStatus: call.endedStatus })
}

/** Of an attempt from before a restore nobody has heard how it went on: perhaps with further tries, perhaps with an answer. */
function conclude(deps: CareDeps, attempt: DoubtfulAttempt, ended: EndedAttempt): Promise<void> {
  return concludeAttempt(deps, attempt.id, { ...ended, isOutOfBackup: isFromBeforeRestore(deps, attempt) })
}

/**
 * Whether an unanswered dial was placed after all: the provider's calls to that number since then that belong to no
 * other attempt and to no alert. Found: it is adopted. Absent: it is safe to dial again.
 */
async function settleUnknown(deps: CareDeps, attempt: DoubtfulAttempt, now: Date): Promise<void> {
  const { db, telephony, timing } = deps
  const dial = { attemptId: attempt.id, phoneNumber: attempt.phoneNumber }
  if (await isNumberBeingDialled(db, dial, now)) return askLater(deps, attempt, now)
  const answer = await telephony.findCalls({ to: attempt.phoneNumber, since: attempt.startedAt })
  if (answer.kind === 'unavailable') return askLater(deps, attempt, now)
  const found = answer.kind === 'found' ? await unclaimedCalls(db, answer.found) : []
  // Oldest first: with two doubtful attempts to one number, each adopts its own.
  const call = found.at(-1)
  if (!call) return dialAgain(deps, attempt.id)
  deps.log.info({ attemptId: attempt.id, sid: call.providerCallId }, 'A call whose answer was lost was found')
  const settleAt = new Date(now.getTime() + timing.firstPollMs)
  if (await adoptProviderCall(db, dial, call, settleAt)) {
    await touchCall(db, attempt.callId)
    return applyFound(deps, attempt, call, now)
  }
  // Another dial to the same number took it a moment ago; the next look finds its own, or none.
  return askLater(deps, attempt, now)
}

/** Asks again in a while; but what stays open for longer than any call takes is not waited for for ever. */
async function askLater(deps: CareDeps, attempt: DoubtfulAttempt, now: Date): Promise<void> {
  if (now > giveUpAt(deps, attempt)) return giveUp(deps, attempt)
  const wait = Math.min(LONGEST_WAIT_MS, deps.timing.askAgainMs * 2 ** Math.min(attempt.settleTries, 5))
  const lastMs = attempt.dialBy.getTime() - LAST_ASKED_BEFORE_END_MS
  const isLast = attempt.providerCallId === null && now.getTime() < lastMs && now.getTime() + wait > lastMs
  await deps.db
    .updateTable('attempts')
    .set({ settleAt: new Date(isLast ? lastMs : now.getTime() + wait) })
    .where('id', '=', attempt.id)
    .where('settleAt', 'is not', null)
    .execute()
}

/** A dial of which no trace was found may never have been placed: it is tried on as long as its grace period lasts. */
function giveUpAt(deps: CareDeps, attempt: DoubtfulAttempt): Date {
  const at = new Date(askedSince(deps, attempt).getTime() + GIVE_UP_MS)
  return attempt.providerCallId === null && attempt.dialBy > at ? attempt.dialBy : at
}

/** Nobody could ask about an attempt before it was restored. */
function askedSince({ restoredAt }: CareDeps, { startedAt }: DoubtfulAttempt): Date {
  return restoredAt && restoredAt > startedAt ? restoredAt : startedAt
}

/**
 * Never silent: a call about which nothing can be found out ends as failed, and its account holder is told. What the
 * provider may still ring is cancelled there.
 */
async function giveUp(deps: CareDeps, attempt: DoubtfulAttempt): Promise<void> {
  deps.log.error({ attemptId: attempt.id }, 'What became of a call could not be found out')
  await deps.db.transaction().execute(async (trx) => {
    const open = await lockAttempt(trx, attempt.id)
    if (!open || open.state === 'ended' || open.state === 'not_placed') return
    const now = deps.clock.now()
    await trx
      .updateTable('attempts')
      .set({ state: 'ended', outcome: sql`coalesce(response, 'failed')`, endedAt: now, settleAt: null })
      .set({ cancelAt: open.providerCallId === null ? null : now })
      .where('id', '=', attempt.id)
      .execute()
    if (open.dialAt !== null) return
    if (open.response === 'acknowledged' || open.response === 'help') {
      return concludeCall(deps, trx, open, { status: 'completed', reason: null, durationSeconds: null, now })
    }
    if (open.cancelledAt !== null) return concludeCancelled(deps, trx, open, { durationSeconds: null, now })
    const reason = `The phone provider did not tell what became of the call to ${open.name}.`
    await concludeUnplaced(deps, trx, open, { status: 'failed', reason, now, wasNeverRung: false })
  })
}
