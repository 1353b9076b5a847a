import type { TestCallBody } from '#contract/admin/admin.ts'
import { displayPhone, maskPhone } from '#core/phone/display-phone.ts'
import { isOverShare } from '#core/plans/limits/share-of-limit.ts'
import type { DialResult } from '#server/adapters/telephony/telephony.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import {
  aheadMs,
  dialsOfDay,
  isOnCareCall,
  leaseDial,
  lockPermits,
  placeDial,
  reconcileDial,
} from '#server/features/dialling/public.ts'
import { refusalOf as refusalOfPhone } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { AdminDeps } from '../deps.ts'
import { testDialHandler } from './test-dial-handler.ts'
import { endTestCall, linkProviderCall } from './test-provider-events.ts'

/** Against toll fraud with a stolen admin session. */
const TEST_CALLS: Quota = {
  name: 'test-call',
  limit: 60,
  windowSeconds: 3600,
  message: 'You have made many test calls in the last hour. Please try again later.',
}

const IN_USE = 'That phone is on a call with us just now. Try again in a minute.'

const REFUSES_CALLS = 'That phone has asked not to be called.'
const REFUSED_BY_ADMIN = 'That number is refused: nobody rings it. The Accounts tab lists refused numbers.'

/**
 * Rings a number for a test, with a permit of the provider's rate like every other call, and once. Refuses a phone on
 * which there is a care call or an alert: each would find it busy; and a phone that refuses calls, that an admin
 * refuses, or that was dialled as often as a day allows. It counts as a dial and in the day's spending. If nobody knows
 * whether the phone rings, the answer says that. Written down before the provider is asked. Returns the provider's id
 * of the call.
 */
export async function placeTestCall(
  deps: AdminDeps,
  admin: AskingAdmin,
  { phoneNumber, callType, promptText }: TestCallBody,
): Promise<{ callSid: string; message: string }> {
  const to = ordinaryNumber(phoneNumber, { countries: deps.phoneCountries })
  const { testCallId, dialNotBefore } = await writeDown(deps, admin, { to, callType, promptText: promptText ?? null })
  const wait = dialNotBefore.getTime() - deps.clock.now().getTime()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, aheadMs(deps.callsPerSecond))))
  if (!(await leaseDial(deps, testCallId))) throw refusalOf({ kind: 'not_placed', reason: 'we were held up' })
  const outcome = await place(deps, testCallId, to)
  if (outcome.kind === 'accepted') {
    return { callSid: outcome.providerCallId, message: `${displayPhone(to)} is being called.` }
  }
  throw refusalOf(outcome)
}

function writeDown(
  deps: AdminDeps,
  { account, address }: AskingAdmin,
  test: { to: string; callType: TestCallBody['callType']; promptText: string | null },
): Promise<{ testCallId: number; dialNotBefore: Date }> {
  const { db, clock, timing } = deps
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const [from] = deps.ownNumbers
    await refuseWithoutPhones(trx, account.id, 'we cannot ring anybody')
    await refuseUnwanted(deps, trx, test.to)
    await spendQuota(trx, TEST_CALLS, String(account.id), now)
    const permits = await lockPermits(trx, deps, now, { limit: 1, numbers: [from] })
    if (await isOnCareCall(trx, test.to, now)) throw new AppError('conflict', IN_USE, { field: 'phoneNumber' })
    await refuseOverDials(deps, trx, { to: test.to, accountId: account.id }, now)
    const [dialNotBefore] = permits.openAt.get(from) ?? []
    if (!dialNotBefore) {
      throw new AppError('unavailable', 'Care calls are leaving just now. Please try again in a moment.', {
        retryAfterSeconds: 2,
      })
    }
    await permits.use(new Map([[from, 1]]))
    const { callType, promptText } = test
    const nextAt = new Date(now.getTime() + timing.reconcileAfterMs)
    const row = { accountId: account.id, phoneNumber: test.to, callType, promptText, startedAt: now, nextAt }
    const written = await trx.insertInto('testCalls').values(row).returning('id').executeTakeFirstOrThrow()
    const detail = `${callType} to ${maskPhone(test.to)}`
    await recordAction(trx, { account, action: 'test_call.placed', detail, address, at: now })
    return { testCallId: written.id, dialNotBefore }
  })
}

/** A phone that refuses calls is rung by nobody, not even an admin. */
async function refuseUnwanted(deps: AdminDeps, trx: Trx, to: string): Promise<void> {
  const refusal = await refusalOfPhone(deps, trx, to)
  if (!refusal?.callsSince) return
  throw new AppError('conflict', refusal.byAdmin ? REFUSED_BY_ADMIN : REFUSES_CALLS, { field: 'phoneNumber' })
}

/** Under the lock of `lockPermits`. */
async function refuseOverDials(
  { limits }: AdminDeps,
  trx: Trx,
  { to, accountId }: { to: string; accountId: number },
  now: Date,
): Promise<void> {
  const limit = limits.dialsPerNumberDay
  if (limit === 0) return
  const dials = (await dialsOfDay(trx, [to], now)).get(to) ?? new Map()
  if (!isOverShare(dials, accountId, limit)) return
  const sentence = `That phone was dialled ${limit} times in 24 hours, as often as Cooee dials one number.`
  throw new AppError('conflict', sentence, { field: 'phoneNumber' })
}

/** A test call's outcome. `is_busy`: the provider takes no more for now, and has no call to that number. */
type TestOutcome = DialResult | { kind: 'is_busy'; reason: string }

/** After a provider that is busy, which has hardly placed the call: it is asked a moment later, since the admin waits at the screen. */
async function place(deps: AdminDeps, testCallId: number, to: string): Promise<TestOutcome> {
  const { db, clock, timing } = deps
  const end = (state: 'ended' | 'not_placed', providerStatus: string | null) =>
    endTestCall(db, testCallId, { state, providerStatus, durationSeconds: null }, clock.now())
  const outcome = await placeDial(
    deps,
    { id: testCallId, to, from: deps.ownNumbers[0], subject: { testCallId } },
    {
      placed: (providerCallId) =>
        db.transaction().execute((trx) => linkProviderCall(deps, trx, { testCallId, providerCallId })),
      rejected: () => end('ended', 'rejected'),
      notPlaced: () => end('not_placed', null),
    },
  )
  if (outcome.kind !== 'unknown' || !outcome.saidBusy) return outcome
  await new Promise((resolve) => setTimeout(resolve, timing.askAfterBusyMs))
  await reconcileDial(deps, testDialHandler(deps), testCallId)
  const test = await db
    .selectFrom('testCalls')
    .select(['state', 'providerCallId'])
    .where('id', '=', testCallId)
    .executeTakeFirst()
  if (test?.providerCallId) return { kind: 'accepted', providerCallId: test.providerCallId }
  return test?.state === 'not_placed' ? { kind: 'is_busy', reason: outcome.reason } : outcome
}

function refusalOf(outcome: Exclude<TestOutcome, { kind: 'accepted' }>): AppError {
  switch (outcome.kind) {
    case 'rejected':
      return new AppError('invalid', `The phone provider refused this number: ${outcome.reason}`, {
        field: 'phoneNumber',
      })
    case 'not_placed':
      return new AppError('receiver_failed', `The phone provider did not place the call: ${outcome.reason}`)
    case 'is_busy':
      return new AppError('receiver_failed', 'The phone provider is busy. Nothing rang. Try again in a minute.')
    case 'unknown':
      return new AppError(
        'receiver_failed',
        'The phone provider did not say whether the phone rings. Cooee does not dial again by itself: wait a minute before you do.',
      )
  }
}
