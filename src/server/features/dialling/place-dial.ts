import type { Language } from '#core/languages/language.ts'
import type { CallSubject, DialResult, Telephony } from '#server/adapters/telephony/telephony.ts'
import { type Clock, isClockInSync } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { DialTiming } from './dial-timing.ts'

export interface PlaceDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'warn'>
  telephony: Pick<Telephony, 'dial'>
  timing: DialTiming
}

/** A claimed dial: stored, with a permit. */
export interface ClaimedDial {
  id: number
  to: string
  /** The number of ours that rings. */
  from: string
  /** In which the person is spoken to; left out: English. */
  language?: Language | undefined
  /** What its address at the provider names. */
  subject: CallSubject
}

/**
 * Leases a dial that is no attempt (those: `leaseAttempt`) before its request, for as long as the request may take, if
 * nothing has reconciled it since the claim, and it was not claimed again (`dialCount`, for dials that may be). The last statement before the request: a worker
 * that is delayed after it would ring a phone that another one has rung meanwhile. Refused also on a machine that has
 * just woken: by its clock every claim seems valid.
 */
export async function leaseDial(
  deps: Pick<PlaceDeps, 'db' | 'clock' | 'timing'>,
  id: number,
  { dialCount }: { dialCount?: number } = {},
): Promise<boolean> {
  const { db, clock, timing } = deps
  const now = clock.now()
  const leased = await db
    .updateTable('dials')
    .set({ nextAt: new Date(now.getTime() + timing.reconcileAfterMs) })
    .where('id', '=', id)
    .where('state', '=', 'dialling')
    .where('reconcileCount', '=', 0)
    .where('nextAt', '>', now)
    .$if(dialCount !== undefined, (query) => query.where('dialCount', '=', dialCount ?? 0))
    .executeTakeFirst()
  return leased.numUpdatedRows > 0n && isLeaseInTime(deps, now) && isClockInSync(clock)
}

/**
 * Whether a dial that was leased at `at` may still be requested: its statement was not so slow that the reconciler could
 * take it while the provider is being asked.
 */
export function isLeaseInTime({ clock, timing }: Pick<PlaceDeps, 'clock' | 'timing'>, at: Date): boolean {
  return clock.now().getTime() - at.getTime() <= timing.reconcileAfterMs / SHARE_FOR_LEASING
}

/** The rest is for the request, which may take ten of the twenty seconds. */
const SHARE_FOR_LEASING = 4

/** What a kind of call records of the provider's answer. */
export interface DialAnswers {
  placed(providerCallId: string): Promise<void>
  /** The provider will not ring this number. */
  rejected(reason: string): Promise<void>
  /** The provider certainly did not place it. */
  notPlaced(reason: string): Promise<void>
}

/** Asks the provider to ring a leased dial, outside any transaction, and has the result stored. An unknown result is left to the reconciler, which asks the provider first. */
export async function placeDial(deps: PlaceDeps, dial: ClaimedDial, answers: DialAnswers): Promise<DialResult> {
  const { id, to, from, language, subject } = dial
  const result = await deps.telephony.dial({ to, from, ...(language && { language }), ...subject })
  switch (result.kind) {
    case 'accepted':
      await answers.placed(result.providerCallId)
      break
    case 'rejected':
      deps.log.warn({ dialId: id, ...subject, reason: result.reason }, 'Call rejected by the phone provider')
      await answers.rejected(result.reason)
      break
    case 'not_placed':
      deps.log.warn({ dialId: id, ...subject, reason: result.reason }, 'Call not placed')
      await answers.notPlaced(result.reason)
      break
    case 'unknown':
      deps.log.warn({ dialId: id, ...subject, reason: result.reason }, 'Call sent, answer lost; reconciling')
      await leaveUnknown(deps, id, result)
      break
    default:
      result satisfies never
  }
  return result
}

async function leaveUnknown(
  { db, clock, timing }: PlaceDeps,
  id: number,
  { saidBusy }: { saidBusy: boolean },
): Promise<void> {
  const wait = saidBusy ? timing.askAfterBusyMs : timing.askAfterSilenceMs
  await db
    .updateTable('dials')
    .set({ state: 'unknown', nextAt: new Date(clock.now().getTime() + wait) })
    .where('id', '=', id)
    .where('state', '=', 'dialling')
    .execute()
}

/**
 * Marks the dial of an alert or a test call as placed (attempts: `recordPlacedAttempt`). Callbacks may already have
 * reported that, and even its end. Idempotent.
 */
export async function recordPlacedDial(
  { db, clock, timing }: Pick<PlaceDeps, 'db' | 'clock' | 'timing'>,
  id: number,
  providerCallId: string,
): Promise<void> {
  await db
    .updateTable('dials')
    .set({ state: 'placed', providerCallId, nextAt: new Date(clock.now().getTime() + timing.firstPollMs) })
    .where('id', '=', id)
    .where('state', 'in', ['dialling', 'unknown'])
    .execute()
}

/** Ends claimed care dials that were not requested of the provider yet as `not_placed`. Returns the calls whose dial was taken back. */
export async function endUnrequestedDials(trx: Trx, callIds: readonly number[], now: Date): Promise<Set<number>> {
  const taken = await trx
    .updateTable('dials')
    .set({ state: 'not_placed', endedAt: now, nextAt: null })
    .where('callId', 'in', [...callIds])
    .where('state', '=', 'dialling')
    .where('requestedAt', 'is', null)
    .returning('callId')
    .$narrowType<{ callId: number }>()
    .execute()
  return new Set(taken.map(({ callId }) => callId))
}

/** Ends tries by text that wait for a reply, as stopped. Returns the calls that waited. */
export async function stopAwaitingReplies(trx: Trx, callIds: readonly number[], now: Date): Promise<Set<number>> {
  const stopped = await trx
    .updateTable('dials')
    .set({ state: 'ended', outcome: 'failed', providerStatus: 'canceled', endedAt: now, nextAt: null })
    .where('callId', 'in', [...callIds])
    .where('messageId', 'is not', null)
    .where('state', '=', 'placed')
    .returning('callId')
    .$narrowType<{ callId: number }>()
    .execute()
  return new Set(stopped.map(({ callId }) => callId))
}
