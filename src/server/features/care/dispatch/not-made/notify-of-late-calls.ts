import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import { type LateCallNow, type LateCause, lateNoticeText, lateReason } from '#core/call-policy/late-notice.ts'
import { bothTimesFor } from '#core/format/local-time-for.ts'
import { onAnotherDay } from '#core/format/on-another-day.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { noteLateNotified } from '#server/features/calls/public.ts'
import { wasPhoneInUse } from '#server/features/dialling/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import { tryLock } from '#server/platform/database/advisory-lock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type CollectedFailures, collectFailures } from '#server/platform/work/collect-failures.ts'
import type { CareDeps } from '../../deps.ts'
import { isPolling, readHeartbeats } from '../dispatcher-heartbeats.ts'
import { type LateCall, lateCalls, lockLateCall } from './late-calls.ts'

const BATCH_SIZE = 50
/** A request that has gone on for longer was cut off: no answer will come. */
const REQUEST_MS = 15_000

/**
 * Reports a call whose first dial the provider had not taken five minutes after its time, once, with why
 * and what happens next; also when it was dialled meanwhile, after an outage. Its end is other news. The calls of one
 * loved one are reported together, in one transaction, so that a call that cannot be reported delays no other; any
 * number of workers may run it. Returns how many calls were reported; throws if one could not be, after all others
 * were.
 */
export async function notifyOfLateCalls(deps: CareDeps): Promise<number> {
  const now = deps.clock.now()
  const failures = collectFailures(deps.log)
  let notified = 0
  for (let after: number | null = null; ; ) {
    const late: Awaited<ReturnType<typeof lateCalls>> = await lateCalls(deps.db, now, after, BATCH_SIZE)
    for (const [lovedOneId, calls] of Map.groupBy(late, (call) => call.lovedOneId)) {
      const callIds = calls.map(({ id }) => id)
      notified += await notifyOf(deps, lovedOneId, callIds, now).catch((error) => {
        deps.log.error({ err: error, callIds }, 'Members not notified of late calls; retrying call by call')
        return notifyOfEach(deps, failures, lovedOneId, callIds, now)
      })
    }
    const last = late.at(-1)
    if (last === undefined || late.length < BATCH_SIZE) break
    after = last.id
  }
  failures.throwIfAny()
  return notified
}

/** One of them keeps the others from being reported. */
async function notifyOfEach(
  deps: CareDeps,
  failures: CollectedFailures,
  lovedOneId: number,
  callIds: readonly number[],
  now: Date,
): Promise<number> {
  let notified = 0
  for (const callId of callIds) {
    const notify = () => notifyOf(deps, lovedOneId, [callId], now)
    notified += (await failures.attempt(notify, 'Members not notified of a late call; retrying', { callId })) ?? 0
  }
  return notified
}

/** Calls of one loved one. */
async function notifyOf(deps: CareDeps, lovedOneId: number, callIds: readonly number[], now: Date): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    // Another worker reports all of them together.
    if (!(await tryLock(trx, 'late calls of loved one', lovedOneId))) return 0
    const calls: Late[] = []
    for (const callId of callIds) {
      const call = await lockLateCall(trx, now, callId)
      if (!call) continue
      calls.push({ call, ...(await circumstances(trx, call, now)) })
    }
    const [first, ...others] = calls
    if (!first) return 0
    const { id, accountId, name, lovedOnePhone, scheduledFor } = first.call
    const details = `${deps.publicUrl}/calls/details/${id}`
    // A call moved to another time is promised again, and may be late again.
    await notifyMembers(deps, trx, {
      accountId,
      kind: 'lateCalls',
      isAlert: true,
      text: ({ timezone }) =>
        lateNoticeText({
          name: sentNameOr(name),
          phone: displayPhone(lovedOnePhone),
          link: others.length === 0 ? details : `${deps.publicUrl}/calls`,
          calls: calls.map((one) => inWords(one, timezone, now)),
        }),
      key: `call:${id}:late:${scheduledFor.getTime()}`,
    })
    for (const one of calls) await note(deps, trx, one, now)
    return calls.length
  })
}

interface Late extends Circumstances {
  call: LateCall
}

/** A late call as somebody in `readerZone` reads it. */
function inWords({ call, cause, next }: Late, readerZone: string, now: Date) {
  const time = (instant: Date) => bothTimesFor(instant, call.timezone, readerZone)
  const localTime = `${time(call.scheduledFor)}${onAnotherDay(call.scheduledFor, call.timezone, now)}`
  return { localTime, cause, now: nextInWords(next, time), asksBy: call.asksBy }
}

function nextInWords(next: Circumstances['next'], time: (instant: Date) => string): LateCallNow {
  switch (next.kind) {
    case 'trying':
      return { kind: 'trying', until: time(next.until) }
    case 'called':
      return { kind: 'called', at: time(next.at) }
    default:
      return next
  }
}

async function note(deps: CareDeps, trx: Trx, late: Late, now: Date): Promise<void> {
  const { call, cause } = late
  const { localTime } = inWords(late, call.holderTimezone, now)
  await noteLateNotified(trx, call.id, now)
  await recordActivity(trx, {
    accountId: call.accountId,
    activityType: 'call_updated',
    description: `${CALL_TYPE_LABELS[call.callType]} with ${call.name}: we didn't ${call.asksBy === 'text' ? 'text' : 'ring'} at ${localTime}`,
    details: lateReason(cause),
    lovedOneId: call.lovedOneId,
    callId: call.id,
  })
  deps.log.error({ callId: call.id, cause }, 'Call not placed at its time')
}

interface Circumstances {
  cause: LateCause
  next:
    | { kind: 'trying'; until: Date }
    | { kind: 'called'; at: Date }
    | Exclude<LateCallNow, { kind: 'trying' | 'called' }>
}

async function circumstances(trx: Trx, call: LateCall, now: Date): Promise<Circumstances> {
  const attempts = await trx
    .selectFrom('attempts')
    .select(['state', 'startedAt', 'requestedAt', 'dialBy'])
    .where('callId', '=', call.id)
    .orderBy('id', 'desc')
    .execute()
  const open = attempts.find(({ state }) => state === 'dialling' || state === 'unknown')
  const wasLongAgo = (then: Date) => now.getTime() - then.getTime() > REQUEST_MS
  const isCutOff = open !== undefined && open.requestedAt !== null && wasLongAgo(open.requestedAt)
  if (open?.state === 'unknown' || isCutOff) return { cause: 'provider_silent', next: { kind: 'finding_out' } }
  const wasNotPlaced = attempts.some(({ state }) => state === 'not_placed')
  // Its message waits in the outbox.
  const isInOutbox = call.asksBy === 'text' && open !== undefined && wasLongAgo(open.startedAt)
  const cause = isInOutbox ? 'texts_not_taken' : await causeOfWaiting(trx, call, wasNotPlaced, now)
  if (open && !wasNotPlaced && !wasLongAgo(open.startedAt)) return { cause, next: { kind: 'calling' } }
  const wasPlaced = attempts.some(({ state }) => state === 'placed' || state === 'ended')
  if (wasPlaced) return { cause, next: { kind: 'called', at: call.startedAt ?? now } }
  return { cause, next: { kind: 'trying', until: call.dialBy ?? open?.dialBy ?? now } }
}

async function causeOfWaiting(
  trx: Trx,
  { scheduledFor, status, dialAt, lovedOnePhone }: LateCall,
  wasNotPlaced: boolean,
  now: Date,
): Promise<LateCause> {
  const heartbeats = await readHeartbeats(trx)
  if (!isPolling(heartbeats, now) || (heartbeats.runningSince ?? now) > scheduledFor) return 'not_running'
  if (wasNotPlaced) return 'provider_refuses'
  const isWaiting = dialAt !== null && dialAt <= now
  if (isWaiting && (await wasPhoneInUse(trx, { phoneNumber: lovedOnePhone, from: now, to: now }))) return 'phone_in_use'
  // Only a call that could not be claimed is postponed without having been dialled.
  const isSetAside = status === 'scheduled' && dialAt !== null && dialAt > scheduledFor
  return isSetAside ? 'own_fault' : 'too_many'
}
