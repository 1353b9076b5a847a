import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { bookFollowing, lockPlaces } from '#server/features/calls/public.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Trx } from '#server/platform/database.ts'
import type { CareDeps } from './deps.ts'
import {
  type DueCall,
  followedSchedules,
  lockDueCalls,
  numberToDial,
  rememberDepartures,
  setAside,
} from './due-calls.ts'
import { endSuspendedCalls } from './end-suspended-calls.ts'
import { giveUpOverdueCalls } from './give-up-overdue-calls.ts'

/** A dial that is owed to the provider: its attempt is written down, its call claimed. */
export interface OwedDial {
  attemptId: number
  callId: number
  to: string
  /** When its place in the provider's rate opens: not before this. */
  leavesAt: Date
}

export interface Claim {
  owed: OwedDial[]
  /** When to look again; null when nothing is due. */
  again: Date | null
}

/**
 * Takes the next calls that may leave now, in one transaction: takes places in the provider's rate, claims as many
 * calls, writes their attempts down and books the following occurrence of each schedule. After the commit a crash loses
 * nothing: the attempts are there to be settled. Claims at most `most` calls. Before that it ends what is not to be
 * placed: calls that are suspended, and those past their grace period. A call that cannot be claimed is set aside and keeps nobody else from leaving.
 */
export async function claimDueCalls(deps: CareDeps, most = Number.POSITIVE_INFINITY): Promise<Claim> {
  const ended = await endSuspendedCalls(deps)
  const gaveUp = (await giveUpOverdueCalls(deps)) || ended
  const claimed = await claimNext(deps, most).catch((error) => {
    if (!(error instanceof ClaimFailed)) throw error
    deps.log.warn({ err: error.cause, callIds: error.callIds }, 'Calls could not be claimed together')
    return claimOneByOne(deps, error.callIds.length)
  })
  return claimed.again === null && gaveUp ? { ...claimed, again: deps.clock.now() } : claimed
}

/** The claim of these calls was rolled back, because of one of them or of something else. */
class ClaimFailed extends Error {
  readonly callIds: readonly number[]
  constructor(callIds: readonly number[], cause: unknown) {
    super('Calls could not be claimed', { cause })
    this.callIds = callIds
  }
}

async function claimNext(deps: CareDeps, most: number): Promise<Claim> {
  const now = deps.clock.now()
  let due: DueCall[] = []
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const places = await lockPlaces(trx, deps.callsPerSecond, now, { most })
      if (places.openAt.length === 0) return { owed: [], again: places.lookAgainAt(0) }
      due = await lockDueCalls(trx, now, places.openAt.length)
      if (due.length === 0) return { owed: [], again: null }
      await places.use(due.length)
      const owed = await claim(deps, trx, due, { now, openAt: places.openAt })
      return { owed, again: places.lookAgainAt(due.length) }
    })
  } catch (error) {
    if (due.length === 0) throw error
    throw new ClaimFailed(
      due.map((call) => call.id),
      error,
    )
  }
}

/** Claims up to `most` calls, each by itself, and sets aside those that cannot be claimed even so. */
async function claimOneByOne(deps: CareDeps, most: number): Promise<Claim> {
  const owed: OwedDial[] = []
  try {
    for (let tried = 0; tried < most; tried++) {
      const one = await claimNext(deps, 1).catch(async (error) => {
        if (!(error instanceof ClaimFailed)) throw error
        await setAside(deps.db, error.callIds, deps.clock.now())
        deps.log.error({ err: error.cause, callIds: error.callIds }, 'A call could not be claimed and was set aside')
        return null
      })
      if (one?.owed.length === 0) return { owed, again: one.again }
      owed.push(...(one?.owed ?? []))
    }
  } catch (error) {
    // Nothing can be claimed at present. Those that were must leave all the same; the next look says what is wrong.
    if (owed.length === 0) throw error
  }
  return { owed, again: deps.clock.now() }
}

async function claim(
  deps: CareDeps,
  trx: Trx,
  due: readonly DueCall[],
  { now, openAt }: { now: Date; openAt: readonly Date[] },
): Promise<OwedDial[]> {
  const ids = due.map((call) => call.id)
  await trx
    .updateTable('calls')
    .set((eb) => ({
      status: 'in_progress',
      dialAt: null,
      dialBy: null,
      attemptsMade: eb('attemptsMade', '+', 1),
      startedAt: eb.fn.coalesce('startedAt', eb.val(now)),
    }))
    .where('id', 'in', ids)
    .execute()
  const attempts = await trx
    .insertInto('attempts')
    .values(
      due.map((call) => ({
        callId: call.id,
        attemptNumber: call.attemptsMade + 1,
        phoneNumber: numberToDial(call),
        startedAt: now,
        dialBy: call.dialBy ?? now,
        settleAt: new Date(now.getTime() + deps.timing.settleAfterMs),
      })),
    )
    .returning(['id', 'callId', 'phoneNumber'])
    .execute()
  const accountIds = due.map((call) => call.accountId)
  await rememberDepartures(trx, accountIds, now)
  await touch(trx, accountIds, 'calls')
  await bookFollowing(trx, deps.jobs, followedSchedules(due))
  await recordActivities(
    trx,
    due
      .filter((call) => call.status === 'scheduled')
      .map((call) => ({
        accountId: call.accountId,
        activityType: 'call_started',
        description: `${CALL_TYPE_LABELS[call.callType]} with ${call.name} started`,
        lovedOneId: call.lovedOneId,
        callId: call.id,
      })),
  )
  return attempts.map(({ id, callId, phoneNumber }, index) => ({
    attemptId: id,
    callId,
    to: phoneNumber,
    leavesAt: openAt[index] ?? now,
  }))
}
