import { sql } from 'kysely'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { saidNo } from '#core/consent/consent.ts'
import { whyNotUnasked } from '#core/consent/why-not-unasked.ts'
import type { Language } from '#core/languages/language.ts'
import { ADMIN_REFUSED_REASON, refusedReason } from '#core/refusals/refusal-texts.ts'
import { bookNextOccurrences, noteRefused, refuseUnderWay } from '#server/features/calls/public.ts'
import { CALLS_CONSENT } from '#server/features/consents/public.ts'
import { cancelAllLater, cancelAtOnce, cancelAtProvider, dialsOfDay } from '#server/features/dialling/public.ts'
import { stopAlertsTo } from '#server/features/incidents/public.ts'
import {
  declinedNumbers,
  notifyOfRefusal,
  type Refusal,
  refusalOf,
  refusalsOf,
  refusedSince,
} from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { type DueCall, nextCallsOfSchedules } from '../attempts/due-calls.ts'
import { lockUnderWay } from '../attempts/lock-under-way.ts'
import type { CareDeps } from '../deps.ts'
import { concludeCall } from './conclude-call.ts'

/** What is needed to end what is under way to a phone. */
export type StopDeps = Pick<CareDeps, 'db' | 'clock' | 'sealing' | 'incidents'>

/** Of due calls: those that may be dialled, and those whose phone refuses calls. */
export interface CallsByRefusal<Call extends DueCall = DueCall> {
  wanted: Call[]
  /** `refusal` is null where only this family's calls are declined. */
  refused: { call: DueCall; refusal: Refusal | null }[]
}

/**
 * Separates the calls whose loved one's own phone refuses calls. A second phone that refuses, or has declined the calls of this
 * account, is skipped, and the first one rung; so is one that was never asked, at night and after three dials in a day.
 */
export async function splitByRefusal<Call extends DueCall>(
  deps: CareDeps,
  trx: Trx,
  due: readonly Call[],
): Promise<CallsByRefusal<Call>> {
  const refusals = await refusalsOf(
    deps,
    trx,
    due.flatMap(({ phoneNumber, secondPhoneNumber }) => [phoneNumber, secondPhoneNumber]),
  )
  const seconds = due.flatMap(({ accountId, secondPhoneNumber: phoneNumber }) =>
    phoneNumber === null ? [] : [{ accountId, phoneNumber }],
  )
  const declined = await declinedNumbers(deps, trx, seconds)
  const tooMuch = await askedTooMuchOnSecond(trx, due, deps.clock.now())
  const split: CallsByRefusal<Call> = { wanted: [], refused: [] }
  for (const call of due) {
    const refusal = refusals.get(call.phoneNumber)
    const refusesSecond =
      call.secondPhoneNumber !== null &&
      (refusals.get(call.secondPhoneNumber)?.callsSince ||
        tooMuch.has(call.id) ||
        declined.some((one) => one.accountId === call.accountId && one.phoneNumber === call.secondPhoneNumber))
    if (refusal && refusedSince(refusal, call.asksBy)) split.refused.push({ call, refusal })
    else if (call.asksBy === 'call' && saidNo(call.callsConsent)) split.refused.push({ call, refusal: null })
    else
      split.wanted.push(
        refusesSecond ? { ...call, secondPhoneNumber: null, skippedSecondPhone: call.secondPhoneNumber } : call,
      )
  }
  return split
}

/** Calls whose second phone was never asked, and must not be rung now: at night, or after three dials in a day. */
async function askedTooMuchOnSecond(trx: Trx, due: readonly DueCall[], now: Date): Promise<ReadonlySet<number>> {
  const unasked = due.filter(({ needsConsentOnSecondPhone }) => needsConsentOnSecondPhone)
  if (unasked.length === 0) return new Set()
  const phones = unasked.flatMap(({ secondPhoneNumber }) => secondPhoneNumber ?? [])
  const dials = await dialsOfDay(trx, phones, now)
  const isTooMuch = ({ name, secondPhoneNumber, accountId, timezone }: DueCall) => {
    const made = dials.get(secondPhoneNumber ?? '')?.get(accountId) ?? 0
    return whyNotUnasked({ name, timezone, asksBy: 'call', dials: [made] }, now) !== null
  }
  return new Set(unasked.filter(isTooMuch).map(({ id }) => id))
}

/** Ends due calls to a phone that wants none: missed for that reason, the following booked, the members notified once for each refusal. */
export async function endRefused(
  deps: CareDeps,
  trx: Trx,
  refused: CallsByRefusal['refused'],
  now: Date,
): Promise<void> {
  for (const { call, refusal } of refused) {
    await noteRefused(trx, call.id, now)
    const reason = refusal?.byAdmin ? ADMIN_REFUSED_REASON : refusedReason(call.name, call.asksBy)
    const ending = {
      status: 'missed',
      reason,
      durationSeconds: null,
      now,
      skipsConsequences: true,
      wasRefused: true,
    } as const
    await concludeCall(deps, trx, call, ending)
    // Where this family's calls alone were declined, the members were notified in the transaction of the answer.
    if (refusal) await notifyOfRefusal(deps, trx, call, refusal, call.asksBy)
    // After it ended: a schedule has one next call, and this was it so far.
    await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([call]))
  }
}

/**
 * Ends what is under way to a phone that refuses calls, or texts: queued and waiting calls are over, phones that ring are stopped
 * at the provider, and people who talk are not cut off. A second phone only stops ringing: the next try rings the
 * first one. Run it after the commit of the refusal: a claim at the same moment either sees the refusal before it
 * dials, or is found here.
 */
export async function stopCallsTo(deps: StopDeps, phoneNumber: string): Promise<void> {
  const refusal = await refusalOf(deps, deps.db, phoneNumber)
  if (!refusal?.callsSince && !refusal?.textsSince) return
  const { rows } = await sql<{ lovedOneId: number }>`
    select loved_ones.id as loved_one_id from loved_ones where phone_number = ${phoneNumber}
      and exists (select from calls where calls.loved_one_id = loved_ones.id and calls.status = 'in_progress')
    order by loved_ones.id`.execute(deps.db)
  for (const { lovedOneId } of rows) {
    await stopCallsOf(deps, lovedOneId, {
      refuses: (asksBy) => refusedSince(refusal, asksBy) !== null,
      byAdmin: refusal.byAdmin,
    })
  }
  if (!refusal.callsSince) return
  await cancelAllLater(deps.db, ringingAsSecond(phoneNumber), deps.clock.now())
  await stopAlertsTo(deps.incidents, phoneNumber)
  await cancelAtProvider(deps.incidents)
}

/** Calls that ring a phone which is not, or no longer, the first one of their loved one. */
const ringingAsSecond = (phoneNumber: string) => sql`
  select attempts.provider_call_id, attempts.phone_number from calls
    join loved_ones on loved_ones.id = calls.loved_one_id
    join attempts on attempts.call_id = calls.id
  where calls.status = 'in_progress' and loved_ones.phone_number <> ${phoneNumber}
    and attempts.phone_number = ${phoneNumber} and attempts.state = 'placed' and attempts.answered_at is null`

/**
 * Stops a phone that rings though it is not its loved one's first, and by now refuses calls: while the provider was
 * being asked, `stopCallsTo` could not find it. Run it after its dial is stored as placed: a refusal that commits later
 * finds it.
 */
export async function stopRefusedSecond(deps: CareDeps, phoneNumber: string): Promise<void> {
  const refusal = await refusalOf(deps, deps.db, phoneNumber)
  if (refusal?.callsSince) await cancelAtOnce(deps, ringingAsSecond(phoneNumber))
}

/**
 * Ends what is under way to a loved one who has declined the calls of their account, or whose phone they share. Run it after the
 * commit: a claim at the same moment either sees the consent before it dials, or is found here.
 */
export async function stopDeclinedCalls(deps: StopDeps, lovedOneId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select others.id from loved_ones join loved_ones others using (account_id, phone_number)
    where loved_ones.id = ${lovedOneId} order by others.id`.execute(deps.db)
  for (const { id } of rows) await stopCallsOf(deps, id, { refuses: (asksBy) => asksBy === 'call', byAdmin: false })
  await cancelAtProvider(deps.incidents)
}

/** What blocks a dial, and in which language it speaks. */
export interface DialBlockers {
  /** The phone is not the first one of the loved one: what it refuses ends no call. */
  isOtherPhone: boolean
  /** The phone refuses calls, or is a second one that has declined the calls of this account. */
  isRefused: boolean
  /** Its account, where an admin has suspended it. */
  suspendedAccountId: number | null
  /** The loved one, where they have declined or taken back their consent. */
  declinerId: number | null
  /** Where it is not English. */
  language: Language | undefined
}

/** What blocks these dials, by attempt, checked again right before them: two statements however many they are, three where one goes to a second phone. */
export async function dialBlockers(
  { db, sealing }: Pick<CareDeps, 'db' | 'sealing'>,
  dials: readonly { attemptId: number; to: string }[],
): Promise<Map<number, DialBlockers>> {
  const [refusals, rows] = await Promise.all([
    refusalsOf(
      { sealing },
      db,
      dials.map(({ to }) => to),
    ),
    readDialled(db, { attemptIds: dials.map(({ attemptId }) => attemptId), most: dials.length }),
  ])
  const byAttempt = new Map(rows.map((row) => [row.attemptId, row]))
  const onOtherPhones = dials.flatMap(({ attemptId, to }) => {
    const call = byAttempt.get(attemptId)
    return call && to !== call.phoneNumber ? [{ accountId: call.accountId, phoneNumber: to }] : []
  })
  const declined = await declinedNumbers({ sealing }, db, onOtherPhones)
  return new Map(
    dials.map(({ attemptId, to }) => {
      const call = byAttempt.get(attemptId)
      const isPhoneDeclined = declined.some(
        ({ accountId, phoneNumber }) => accountId === call?.accountId && phoneNumber === to,
      )
      return [
        attemptId,
        {
          isOtherPhone: call !== undefined && to !== call.phoneNumber,
          isRefused: refusals.get(to)?.callsSince != null || isPhoneDeclined,
          suspendedAccountId: call?.suspendedByAdminAt ? call.accountId : null,
          declinerId: call && saidNo(call.consent) ? call.lovedOneId : null,
          language: call?.language && call.language !== 'en-AU' ? call.language : undefined,
        },
      ]
    }),
  )
}

/** The limit is that of `limitToLength`, as a parameter. */
const readDialled = preparedStatement(
  (db, { attemptIds, most }: { attemptIds: Param<number[]>; most: Param<number> }) =>
    db
      .selectFrom('attempts')
      .innerJoin('calls', 'calls.id', 'attempts.callId')
      .innerJoin('accounts', 'accounts.id', 'calls.accountId')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .select([
        'attempts.id as attemptId',
        'lovedOnes.phoneNumber',
        'attempts.language',
        'calls.lovedOneId',
        'accounts.id as accountId',
        'accounts.suspendedByAdminAt',
        CALLS_CONSENT.as('consent'),
      ])
      .where('attempts.id', 'in', sql<number>`(select unnest(${attemptIds}::bigint[]) limit ${most})`),
)

function stopCallsOf(
  deps: StopDeps,
  lovedOneId: number,
  { refuses, byAdmin }: { refuses: (asksBy: AsksBy) => boolean; byAdmin: boolean },
): Promise<void> {
  return retryingTransaction(deps.db, async (trx) => {
    const underWay = await lockUnderWay(trx, lovedOneId)
    if (!underWay) return
    const { name } = underWay
    const calls = underWay.calls.filter(({ asksBy }) => refuses(asksBy))
    await refuseUnderWay(trx, calls, { name, now: deps.clock.now(), byAdmin })
  })
}
