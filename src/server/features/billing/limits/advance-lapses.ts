import { billingMonth } from '#core/plans/billing-month.ts'
import { lapseStep } from '#core/plans/lapse-step.ts'
import { LAPSE_NOTICE_DAYS, planStanding } from '#core/plans/standing.ts'
import { usageNotice } from '#core/plans/usage.ts'
import { noteLapseNotified } from '#server/features/accounts/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { type CollectedFailures, collectFailures } from '#server/platform/work/collect-failures.ts'
import { endUncovered } from './end-uncovered.ts'
import { lapseCandidates, usageCandidates } from './lapse-candidates.ts'
import { lockHolder, notifyOfPlan, type PlanNoticeDeps } from './notify-of-plan.ts'
import { planFactsOf } from './plan-facts.ts'
import { liftSuspension, suspend } from './suspension.ts'
import { countPlaced } from './usage.ts'

export interface LapseDeps extends PlanNoticeDeps {
  db: Db
  log: Logger
  isBillingOn: boolean
}

const BATCH_SIZE = 100
const DAY_MS = 86_400_000
const LAPSE_NOTICE_MS = LAPSE_NOTICE_DAYS * DAY_MS
/** A mail that was sent this much later than it was written counts as notified when it was sent. */
const DELIVERY_MS = 3_600_000

/**
 * Takes every step that is due with trials and payments that run out, and notifies of months whose calls are used: each
 * account in a transaction of its own, under the lock of its row, so that any number of workers may run it and each
 * thing happens once. Ends the schedules of types that a first paid month did not include. Without billing it only
 * lifts what was suspended before. Returns how many accounts it checked.
 */
export async function advanceLapses(deps: LapseDeps, isStopped: () => boolean = () => false): Promise<number> {
  const now = deps.clock.now()
  const failures = collectFailures(deps.log)
  const lapses = await advanceBatches(
    deps,
    failures,
    (after) => lapseCandidates(deps.db, deps.isBillingOn, { now, after, limit: BATCH_SIZE }),
    takeStep,
    isStopped,
  )
  const months = !deps.isBillingOn
    ? 0
    : await advanceBatches(
        deps,
        failures,
        (after) => usageCandidates(deps.db, { now, after, limit: BATCH_SIZE }),
        notifyOfUsage,
        isStopped,
      )
  const ended = deps.isBillingOn ? await endUncovered(deps, failures, isStopped) : 0
  failures.throwIfAny()
  return lapses + months + ended
}

type Step = (deps: LapseDeps, trx: Trx, accountId: number) => Promise<void>

async function advanceBatches(
  deps: LapseDeps,
  failures: CollectedFailures,
  candidates: (after: number | null) => Promise<number[]>,
  step: Step,
  isStopped: () => boolean,
): Promise<number> {
  let advanced = 0
  for (let after: number | null = null; !isStopped(); ) {
    const accountIds: number[] = await candidates(after)
    for (const accountId of accountIds) {
      await failures.attempt(
        () => deps.db.transaction().execute((trx) => step(deps, trx, accountId)),
        'Step of a plan not taken; retrying',
        { accountId },
      )
    }
    advanced += accountIds.length
    const last = accountIds.at(-1)
    if (last === undefined || accountIds.length < BATCH_SIZE) break
    after = last
  }
  return advanced
}

async function takeStep(deps: LapseDeps, trx: Trx, accountId: number): Promise<void> {
  const holder = await lockHolder(trx, accountId)
  if (!holder) return
  const now = deps.clock.now()
  const standing = planStanding(await planFactsOf(trx, accountId, deps), now)
  const step = lapseStep(standing, holder, now)
  switch (step?.kind) {
    case undefined:
      return
    case 'lift':
      return liftSuspension(deps, trx, accountId)
    case 'notify_trial_ending':
      await notifyOfPlan(deps, trx, holder, { kind: 'trial_ending', endsAt: step.endsAt }, holder.trialStartedAt)
      return
    case 'notify_lapse':
      return notifyLapse()
    case 'notify_suspension_near':
      if (holder.lapseNotifiedAt) {
        await notifyOfPlan(deps, trx, holder, { ...step, kind: 'suspension_near' }, holder.lapseNotifiedAt)
      }
      return
    case 'suspend': {
      const notifiedAt = holder.lapseNotifiedAt && (await whenNotified(trx, accountId, holder.lapseNotifiedAt))
      if (!notifiedAt) return notifyLapse()
      if (now.getTime() - notifiedAt.getTime() >= LAPSE_NOTICE_MS) return suspend(deps, trx, holder, step.cause)
      await setNotifiedAt(notifiedAt)
    }
  }

  async function notifyLapse(): Promise<void> {
    if (!holder || !step || !('cause' in step)) return
    await setNotifiedAt(now)
    const suspendsAt = new Date(now.getTime() + LAPSE_NOTICE_MS)
    await notifyOfPlan(deps, trx, holder, { kind: 'lapsed', cause: step.cause, suspendsAt }, now)
  }

  async function setNotifiedAt(lapseNotifiedAt: Date): Promise<void> {
    await noteLapseNotified(trx, accountId, lapseNotifiedAt)
  }
}

/** When the first message about a lapse had left that was not lost; null where none has: who was not notified is not suspended. */
async function whenNotified(trx: Trx, accountId: number, lapseNotifiedAt: Date): Promise<Date | null> {
  const notice = await trx
    .selectFrom('planNotices')
    .select('messageIds')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'lapsed')
    .orderBy('about', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!notice) return null
  const { messageIds } = notice
  if (messageIds.length === 0) return null
  const left = await trx
    .selectFrom('messages')
    .select('sentAt')
    .where((eb) => eb.or([eb('id', 'in', messageIds), eb('fallbackForId', 'in', messageIds)]))
    .where('sentAt', 'is not', null)
    .where('failedAt', 'is', null)
    .where((where) => where.or([where('delivery', 'is', null), where('delivery', '=', 'delivered')]))
    .orderBy('sentAt')
    .limit(1)
    .executeTakeFirst()
  if (!left?.sentAt) return null
  return left.sentAt.getTime() - lapseNotifiedAt.getTime() > DELIVERY_MS ? left.sentAt : lapseNotifiedAt
}

async function notifyOfUsage(deps: LapseDeps, trx: Trx, accountId: number): Promise<void> {
  const holder = await lockHolder(trx, accountId)
  if (!holder) return
  const now = deps.clock.now()
  const facts = await planFactsOf(trx, accountId, deps)
  const standing = planStanding(facts, now)
  const month = billingMonth(facts, now)
  const calls = await countPlaced(trx, accountId, month.start)
  const kind = usageNotice(standing, calls)
  if (!kind) return
  const isTrial = standing.kind === 'trial'
  await notifyOfPlan(deps, trx, holder, { kind, calls, isTrial, monthEndsAt: month.end }, month.start)
}
