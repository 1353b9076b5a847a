import { sql } from 'kysely'
import { contactsAfterCatchUp } from '#core/calls/catch-up.ts'
import { scheduleDial } from '#server/features/calls/public.ts'
import {
  cancelLater,
  type DialHandler,
  type EndedDial,
  type OpenDial,
  unclaimedCalls,
} from '#server/features/dialling/public.ts'
import { delayContacts } from '#server/features/incidents/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { announceCallChange, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import { isFromBeforeRestore, isPartlyLost } from '../attempts/restored-attempts.ts'
import { rungTries } from '../attempts/rung-tries.ts'
import type { CareDeps } from '../deps.ts'
import { concludeAttempt } from '../ending/conclude-attempt.ts'
import { concludeCall, concludeCancelled } from '../ending/conclude-call.ts'
import { concludeUnplaced } from '../ending/conclude-unplaced.ts'
import { stopRefusedSecond } from '../ending/end-refused-calls.ts'
import { raiseIncident } from '../ending/raise-incident.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import { reconcileText } from '../texts/reconcile-text.ts'
import { dialAgain, OUTAGE } from './dial-again.ts'

const LONGEST_WAIT_MS = 60_000
/** No call lasts this long. One without an end by then is reported as failed. */
const GIVE_UP_MS = 15 * 60_000
/**
 * How long before the end of a grace period the provider is asked once more whether a dial was placed: there is time
 * for another.
 */
const LAST_ASKED_BEFORE_END_MS = 15_000

/** A dial that tries to reach a loved one. */
interface AttemptDial extends OpenDial {
  callId: number
  dialBy: Date
}

/** What care calls do with the results of their dials. */
export function careDialHandler(deps: CareDeps): DialHandler {
  return {
    // Nobody knows how an attempt from before a restore went on: perhaps with further tries, perhaps with an answer.
    async ended(dial, end) {
      const mayHaveContinued = isFromBeforeRestore(deps, dial) || (await wasTriedAgain(deps, attemptOf(dial), end))
      await concludeAttempt(deps, dial.id, { ...end, mayHaveContinued })
    },
    notPlaced: ({ id }) => dialAgain(deps, id),
    reconcileText: (dial) => reconcileText(deps, dial),
    isTextWithoutMessage: (dial) => asksByText(deps.db, attemptOf(dial)),
    giveUpAt: (dial) => giveUpAt(deps, attemptOf(dial)),
    giveUp: (dial, { hasRung }) => giveUp(deps, dial, { hasRung: hasRung || isPartlyLost(deps, dial) }),
    notifyEndNotStored: (dial) => notifyOfEndNotStored(deps, dial),
    whileUnavailable: (dial, now) => delayContactsOf(deps, attemptOf(dial), now),
    async matched(dial) {
      const { callId } = attemptOf(dial)
      await announceCallChange(deps.db, callId)
      await stopRinging(deps, callId)
      await stopRefusedSecond(deps, dial.phoneNumber)
    },
    // There is time for another dial then.
    lastAskedAt: (dial) =>
      dial.providerCallId === null ? new Date(attemptOf(dial).dialBy.getTime() - LAST_ASKED_BEFORE_END_MS) : null,
  }
}

/** After a restore: the next try asks the provider whether it has the text. */
async function asksByText(db: Db, { callId }: AttemptDial): Promise<boolean> {
  const call = await db.selectFrom('calls').select('asksBy').where('id', '=', callId).executeTakeFirst()
  return call?.asksBy === 'text'
}

/** The database gives a care call both. */
function attemptOf(dial: OpenDial): AttemptDial {
  const { callId, dialBy } = dial
  if (callId === null || dialBy === null) throw new Error(`Dial ${dial.id} does not belong to a care call`)
  return { ...dial, callId, dialBy }
}

/** Contacts wait with a catch-up call for a provider that cannot even be asked. */
async function delayContactsOf(deps: CareDeps, { callId, dialBy }: AttemptDial, now: Date): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const catchUp = await trx
      .selectFrom('calls')
      .select('lovedOneId')
      .where('id', '=', callId)
      .where('catchUpFor', 'is not', null)
      .executeTakeFirst()
    if (!catchUp) return
    await delayContacts(
      deps.incidents,
      trx,
      catchUp.lovedOneId,
      contactsAfterCatchUp({ ringsAt: now, ringsBy: dialBy }),
    )
  })
}

/**
 * A dial without a trace at the provider may never have been placed: it is retried as long as its grace period lasts.
 */
function giveUpAt(deps: CareDeps, attempt: AttemptDial): Date {
  const at = new Date(askedSince(deps, attempt).getTime() + GIVE_UP_MS)
  return attempt.providerCallId === null && attempt.dialBy > at ? attempt.dialBy : at
}

/** The provider could not be asked about an attempt before the restore, or before the database failed over. */
function askedSince({ restoredAt }: CareDeps, { startedAt, outcomeUnknownSince }: AttemptDial): Date {
  if (outcomeUnknownSince !== null) return outcomeUnknownSince
  return restoredAt && restoredAt > startedAt ? restoredAt : startedAt
}

/**
 * Whether the provider has further calls to the phones of an attempt that was under way at a fail-over: then its retry was
 * made in the time that is lost. Throws while the provider cannot be asked: it is asked again.
 */
async function wasTriedAgain(
  { db, telephony }: CareDeps,
  { callId, phoneNumber, startedAt, outcomeUnknownSince }: AttemptDial,
  { providerCallId }: EndedDial,
): Promise<boolean> {
  if (outcomeUnknownSince === null) return false
  const person = await db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select('lovedOnes.secondPhoneNumber')
    .where('calls.id', '=', callId)
    .executeTakeFirst()
  for (const to of new Set([phoneNumber, person?.secondPhoneNumber ?? phoneNumber])) {
    const answer = await telephony.findCalls({ to, since: startedAt })
    if (answer.kind === 'unavailable') throw new Error(`The phone provider cannot be asked: ${answer.reason}`)
    const others = answer.kind === 'found' ? await unclaimedCalls(db, answer.found) : []
    if (others.some((call) => call.providerCallId !== providerCallId)) return true
  }
  return false
}

/**
 * Never silent: a call whose end cannot be found out ends as failed, and its account holder is notified. A dial that
 * may still ring is cancelled at the provider. A dial that did not ring, as far as is known, is no miss; a catch-up
 * call is dialled again then.
 */
async function giveUp(deps: CareDeps, attempt: OpenDial, { hasRung }: { hasRung: boolean }): Promise<void> {
  deps.log.error({ attemptId: attempt.id }, 'Call not reconciled; given up')
  await deps.db.transaction().execute(async (trx) => {
    const open = await lockAttempt(trx, attempt.id)
    if (!open || open.state === 'ended' || open.state === 'not_placed') return
    const now = deps.clock.now()
    await trx
      .updateTable('attempts')
      .set({ state: 'ended', outcome: sql`coalesce(response, 'failed')`, endedAt: now, nextAt: null })
      .where('id', '=', attempt.id)
      .execute()
    await cancelLater(trx, open, now)
    if (open.dialAt !== null) return
    if (open.response === 'acknowledged' || open.response === 'help') {
      const { answeredAt } = open
      return concludeCall(deps, trx, open, {
        status: 'completed',
        reason: null,
        durationSeconds: null,
        now,
        answeredAt,
      })
    }
    if (open.cancelledAt !== null) return concludeCancelled(deps, trx, open, { durationSeconds: null, now })
    const isQueued = !hasRung && open.providerCallId !== null
    if (isQueued && open.catchUpFor !== null && (await dialCatchUpAgain(deps, trx, open, now))) return
    const reason = isQueued
      ? "The phone company couldn't put the call through in time."
      : "The phone company didn't tell us what happened to the call."
    // This dial is counted among them.
    const wasNeverRung = !hasRung && open.response === null && (await rungTries(trx, open)) === 1
    await concludeUnplaced(deps, trx, open, { status: 'failed', reason, now, wasNeverRung })
  })
}

/**
 * An end of a call that cannot be written must not keep its account holder from being notified: its incident is opened
 * without it, unless the person's answer is known. The real end is written as soon as it can be, and an answer then
 * ends the incident.
 */
async function notifyOfEndNotStored(deps: CareDeps, { id }: OpenDial): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const open = await lockAttempt(trx, id)
    if (!open || open.state === 'ended' || open.state === 'not_placed' || open.response !== null) return
    if (open.status !== 'in_progress' || open.dialAt !== null || open.cancelledAt !== null) return
    const reason = 'Something went wrong on our side.'
    await raiseIncident(deps, trx, open, { kind: 'not_reached', status: 'failed', reason, isEndUnknown: true })
  })
}

/** The catch-up call has until the evening. Returns false when that is over. */
async function dialCatchUpAgain(deps: CareDeps, trx: Trx, open: LockedAttempt, now: Date): Promise<boolean> {
  const dialAt = new Date(now.getTime() + LONGEST_WAIT_MS)
  const { dialBy } = open
  if (dialAt > dialBy || (open.status !== 'in_progress' && open.status !== 'scheduled')) return false
  await scheduleDial(deps.jobs, trx, open, { dialAt, dialBy, reason: OUTAGE, previousTry: 'uncounted' })
  await delayContacts(deps.incidents, trx, open.lovedOneId, contactsAfterCatchUp({ ringsAt: dialAt, ringsBy: dialBy }))
  return true
}
