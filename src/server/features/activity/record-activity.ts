import type { ActivityType } from '#contract/activity.ts'
import type { Trx } from '#server/platform/database.ts'

export interface NewActivity {
  accountId: number
  activityType: ActivityType
  /** A full sentence with names: it stays readable after the person was removed. */
  description: string
  details?: string | null
  lovedOneId?: number | null
  callId?: number | null
}

/** Writes what happened into the transaction in which it happened. */
export async function recordActivity(trx: Trx, activity: NewActivity): Promise<void> {
  await trx
    .insertInto('activity')
    .values({
      accountId: activity.accountId,
      activityType: activity.activityType,
      description: activity.description,
      details: activity.details ?? null,
      lovedOneId: activity.lovedOneId ?? null,
      callId: activity.callId ?? null,
    })
    .execute()
}
