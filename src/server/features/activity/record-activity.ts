import type { ActivityType } from '#contract/calls/activity.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Trx } from '#server/platform/database/database.ts'

interface NewActivity {
  accountId: number
  activityType: ActivityType
  /** A full sentence with names: it stays readable after the person was removed. */
  description: string
  details?: string | null
  lovedOneId?: number | null
  callId?: number | null
}

/**
 * Writes what happened into the transaction in which it happened; open screens of the account are notified after its
 * commit.
 */
export async function recordActivity(trx: Trx, activity: NewActivity): Promise<void> {
  await recordActivities(trx, [activity])
}

/** The same for many facts at once, in one statement. */
export async function recordActivities(trx: Trx, activities: readonly NewActivity[]): Promise<void> {
  if (activities.length === 0) return
  await trx
    .insertInto('activity')
    .values(
      activities.map(({ accountId, activityType, description, details, lovedOneId, callId }) => ({
        accountId,
        activityType,
        description,
        details: details ?? null,
        lovedOneId: lovedOneId ?? null,
        callId: callId ?? null,
      })),
    )
    .execute()
  await touch(
    trx,
    activities.map(({ accountId }) => accountId),
    'activity',
  )
}
