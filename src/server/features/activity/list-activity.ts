import type { Activity, ActivityQuery } from '#contract/calls/activity.ts'
import { memberName } from '#core/names/member-name.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What happened in an account, newest first; `before` continues after that entry. */
export async function listActivity(db: Db, accountId: number, { limit, before }: ActivityQuery): Promise<Activity[]> {
  const entries = await db
    .selectFrom('activity')
    .leftJoin('people', 'people.id', 'activity.personId')
    .select(['activity.id', 'activityType', 'description', 'details', 'activity.createdAt', 'personId'])
    .select(['firstName', 'lastName', 'username'])
    .where('accountId', '=', accountId)
    .$if(before !== undefined, (query) => query.where('activity.id', '<', before ?? 0))
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute()
  return entries.map(({ id, activityType, description, details, createdAt, personId, ...person }) => ({
    id,
    activityType,
    description,
    createdAt: createdAt.toISOString(),
    by: actorOf(personId, person),
    metadata: details === null ? {} : { details },
  }))
}

function actorOf(id: number | null, { firstName, lastName, username }: Nullable<Parameters<typeof memberName>[0]>) {
  return id === null || username === null ? null : { id, name: memberName({ firstName, lastName, username }) }
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null }

/** What a member did with a call. */
export interface ActOnCall {
  activityType: string
  description: string
  createdAt: Date
  personId: number
  name: string
}

/** What members did with a call, oldest first. */
export async function actsOnCall(db: Db, callId: number): Promise<ActOnCall[]> {
  const acts = await db
    .selectFrom('activity')
    .innerJoin('people', 'people.id', 'activity.personId')
    .select(['activityType', 'description', 'activity.createdAt', 'people.id as personId'])
    .select(['firstName', 'lastName', 'username'])
    .where('callId', '=', callId)
    .orderBy('activity.id')
    .execute()
  return acts.map(({ firstName, lastName, username, ...act }) => ({
    ...act,
    name: memberName({ firstName, lastName, username }),
  }))
}
