import { sql } from 'kysely'
import type { ActivityType } from '#contract/calls/activity.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'

interface NewActivity {
  accountId: number
  activityType: ActivityType
  /** A full sentence with names: it stays readable after the person was removed. Null: no news to a circle of one. */
  description: string | null
  /** Which member did it; left out where none did. */
  by?: Pick<Actor, 'personId' | 'name'> | undefined
  /** What they did, to stand behind their name in a circle of several: "moved the 9:00 AM call to 9:30 AM". */
  does?: string
  /** For whom, where `does` does not name them: stands beside it. */
  doesFor?: string
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

/** As `recordActivity`, for many facts at once, in one statement. */
export async function recordActivities(trx: Trx, activities: readonly NewActivity[]): Promise<void> {
  const shared = await sharedAmong(
    trx,
    activities.flatMap(({ accountId, by, does }) => (by && does ? [accountId] : [])),
  )
  const rows = activities.flatMap(
    ({ accountId, activityType, description, by, does, doesFor, lovedOneId = null, callId = null, ...of }) => {
      const isNamed = by && does && shared.has(accountId)
      const said = isNamed ? `${by.name} ${does}` : description
      const details = of.details ?? (isNamed && doesFor ? `For ${doesFor}` : null)
      if (said === null) return []
      return { accountId, activityType, description: said, details, lovedOneId, callId, personId: by?.personId ?? null }
    },
  )
  if (rows.length === 0) return
  await insertActivities(trx, {
    accountIds: rows.map(({ accountId }) => accountId),
    types: rows.map(({ activityType }) => activityType),
    descriptions: rows.map(({ description }) => description),
    details: rows.map(({ details }) => details),
    lovedOneIds: rows.map(({ lovedOneId }) => lovedOneId),
    callIds: rows.map(({ callId }) => callId),
    personIds: rows.map(({ personId }) => personId),
  })
  await announceChange(
    trx,
    rows.map(({ accountId }) => accountId),
    'activity',
  )
}

interface ActivityColumns {
  accountIds: Param<number[]>
  types: Param<string[]>
  descriptions: Param<string[]>
  details: Param<(string | null)[]>
  lovedOneIds: Param<(number | null)[]>
  callIds: Param<(number | null)[]>
  personIds: Param<(number | null)[]>
}

/** A list for each column, so that the statement is one for any number of rows. */
const insertActivities = preparedStatement(
  (db, { accountIds, types, descriptions, details, lovedOneIds, callIds, personIds }: ActivityColumns) =>
    db
      .insertInto('activity')
      .columns(['accountId', 'activityType', 'description', 'details', 'lovedOneId', 'callId', 'personId'])
      .expression(
        sql`select account_id, activity_type, description, details, loved_one_id, call_id, person_id
          from unnest(${accountIds}::bigint[], ${types}::text[], ${descriptions}::text[], ${details}::text[],
            ${lovedOneIds}::bigint[], ${callIds}::bigint[], ${personIds}::bigint[]) with ordinality
            as row (account_id, activity_type, description, details, loved_one_id, call_id, person_id, place)
          order by place`,
      ),
)

/** Whether an account has several members: to them it is said who did something. */
export async function isShared(trx: Trx, accountId: number): Promise<boolean> {
  return (await sharedAmong(trx, [accountId])).has(accountId)
}

async function sharedAmong(trx: Trx, acting: readonly number[]): Promise<Set<number>> {
  if (acting.length === 0) return new Set()
  const rows = await trx
    .selectFrom('members')
    .select('accountId')
    .where('accountId', 'in', acting)
    .groupBy('accountId')
    .having((eb) => eb.fn.countAll<number>(), '>', 1)
    .execute()
  return new Set(rows.map(({ accountId }) => accountId))
}
