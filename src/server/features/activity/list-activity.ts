import type { Activity, ActivityQuery, ActivityType } from '#contract/calls/activity.ts'
import { withoutYourTime } from '#core/format/local-time-for.ts'
import { inThirdPerson } from '#core/names/in-third-person.ts'
import { memberName } from '#core/names/member-name.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'

/** Who reads the log: of an account with its owner's clock. */
interface LogReader {
  id: number
  timezone: string
  by: Pick<Actor, 'timezone' | 'personId'>
}

/** What happened in an account, newest first; `before` continues after that entry. */
export async function listActivity(
  db: Db,
  { id: accountId, timezone, by }: LogReader,
  { limit, before }: ActivityQuery,
): Promise<Activity[]> {
  // What was written with "your time" meant the clock of the owner.
  const read = (words: string) => (by.timezone === timezone ? words : withoutYourTime(words))
  const named = (words: string, actor: Activity['by']) =>
    actor === null || actor.id === by.personId ? words : inThirdPerson(words, actor.name)
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
  return entries.map(({ id, activityType, description, details, createdAt, personId, ...person }) => {
    const actor = actorOf(personId, person)
    return {
      id,
      activityType,
      description: named(read(description), actor),
      createdAt: createdAt.toISOString(),
      by: actor,
      metadata: details === null ? {} : { details: named(read(details), actor) },
    }
  })
}

function actorOf(id: number | null, { firstName, lastName, username }: Nullable<Parameters<typeof memberName>[0]>) {
  return id === null || username === null ? null : { id, name: memberName({ firstName, lastName, username }) }
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null }

/** Writes the names of people whose logins are about to be deleted into the sentences that say "You" to them alone. */
export async function keepNames(trx: Trx, personIds: readonly number[]): Promise<void> {
  const own = await trx
    .selectFrom('activity')
    .innerJoin('people', 'people.id', 'activity.personId')
    .select(['activity.id', 'description', 'firstName', 'lastName', 'username'])
    .where('people.id', 'in', [0, ...personIds])
    .where('description', 'like', 'You%')
    .execute()
  for (const { id, description, ...person } of own) {
    const named = inThirdPerson(description, memberName(person))
    await trx.updateTable('activity').set({ description: named }).where('id', '=', id).execute()
  }
}

/** What a member did with a call. */
export interface ActOnCall {
  activityType: string
  description: string
  createdAt: Date
  personId: number
  name: string
}

/** Who did that last with each of these calls. Nobody for one whose doer has no login any more. */
export async function lastActors(
  db: Db,
  callIds: readonly number[],
  activityType: ActivityType,
): Promise<Map<number, { id: number; name: string }>> {
  if (callIds.length === 0) return new Map()
  const acts = await db
    .selectFrom('activity')
    .innerJoin('people', 'people.id', 'activity.personId')
    .select(['activity.callId', 'people.id', 'firstName', 'lastName', 'username'])
    .where('activity.callId', 'in', callIds)
    .where('activityType', '=', activityType)
    .where('personId', 'is not', null)
    .orderBy('activity.id')
    .execute()
  return new Map(
    acts.flatMap(({ callId, id, ...person }) => (callId === null ? [] : [[callId, { id, name: memberName(person) }]])),
  )
}

/** What members did with a call, oldest first. */
export async function actsOnCall(db: Db, callId: number): Promise<ActOnCall[]> {
  const acts = await readActs(db, { callId })
  return acts.map(({ firstName, lastName, username, ...act }) => ({
    ...act,
    name: memberName({ firstName, lastName, username }),
  }))
}

const readActs = preparedStatement((db, { callId }: { callId: Param<number> }) =>
  db
    .selectFrom('activity')
    .innerJoin('people', 'people.id', 'activity.personId')
    .select(['activityType', 'description', 'activity.createdAt', 'people.id as personId'])
    .select(['firstName', 'lastName', 'username'])
    .where('callId', '=', callId)
    // As the index has it.
    .where('personId', 'is not', null)
    .orderBy('activity.id'),
)
