import { sql } from 'kysely'
import { WAKING_FROM, WAKING_UNTIL } from '#core/calls/waking-hours.ts'
import { memberName } from '#core/names/member-name.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { AwaysDeps } from './deps.ts'
import { type ReportedAway, reportBegin, reportEnd, reportEndSoon } from './report-away.ts'

const BATCH_SIZE = 200

const STEPS = { begin: reportBegin, remind: reportEndSoon, end: reportEnd } as const

/**
 * Reports the times away that have begun (by day on the loved one's clock), end tomorrow or have ended, each once. Calls go by the instants themselves: they
 * ring again on time whether or not this has run. Throws if one could not be reported, after all others were.
 */
export async function reportDueAways(deps: AwaysDeps & { log: Logger }): Promise<void> {
  const now = deps.clock.now()
  const failures = collectFailures(deps.log)
  for (const step of ['begin', 'remind', 'end'] as const) {
    for (const { id, lovedOneId } of await dueOf(deps, step, now)) {
      await failures.attempt(
        () => deps.db.transaction().execute((trx) => report(deps, trx, { id, lovedOneId, step, now })),
        'Time away not reported; retrying',
        { awayId: id, step },
      )
    }
  }
  failures.throwIfAny()
}

function dueOf({ db }: AwaysDeps, step: keyof typeof STEPS, now: Date) {
  const due = db
    .selectFrom('aways')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
    .select(['aways.id', 'aways.lovedOneId'])
    .orderBy('aways.id')
    .limit(BATCH_SIZE)
  // A text about it wakes nobody: days begin at midnight.
  const isDay = sql<boolean>`(${now}::timestamptz at time zone loved_ones.timezone)::time
    between ${WAKING_FROM}::time and ${WAKING_UNTIL}::time`
  switch (step) {
    case 'begin':
      return due.where('begunAt', 'is', null).where('startsAt', '<=', now).where(isDay).execute()
    case 'remind':
      return due.where('remindAt', '<=', now).execute()
    case 'end':
      return due.where('endedAt', 'is', null).where('endsAt', '<=', now).execute()
  }
}

async function report(
  deps: AwaysDeps,
  trx: Trx,
  { id, lovedOneId, step, now }: { id: number; lovedOneId: number; step: keyof typeof STEPS; now: Date },
): Promise<void> {
  const person = await trx
    .selectFrom('lovedOnes')
    .select(['name', 'timezone'])
    .where('id', '=', lovedOneId)
    .forUpdate()
    .executeTakeFirst()
  // Once more after the wait: it may have been moved or taken back.
  const away = await trx.selectFrom('aways').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!person || !away) return
  const isDue = {
    begin: away.startsAt <= now,
    remind: away.remindAt !== null && away.remindAt <= now,
    end: away.endsAt <= now,
  }
  if (!isDue[step]) return
  const setter = await setterOf(trx, away.personId)
  await STEPS[step](deps, trx, { ...away, ...person, setter } satisfies ReportedAway, now)
}

/** The name of the member who has set it; null of the person themselves, and where the login was deleted. */
async function setterOf(trx: Trx, personId: number | null): Promise<string | null> {
  if (personId === null) return null
  const person = await trx
    .selectFrom('people')
    .select(['firstName', 'lastName', 'username'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return person ? memberName(person) : null
}
