import { sql } from 'kysely'
import { WAKING_FROM, WAKING_UNTIL } from '#core/calls/waking-hours.ts'
import { memberName } from '#core/names/member-name.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { AwaysDeps } from '../deps.ts'
import { lockAways } from '../lock-aways.ts'
import { notifyOfBegin, notifyOfEndSoon } from './notify-members-of-aways.ts'
import { type ReportedAway, reportBegin, reportEnd } from './report-away.ts'

/** How many accounts one run reports. */
const BATCH_SIZE = 200

type Step = 'begin' | 'notify' | 'remind' | 'end'

/**
 * Reports the times away that have begun (to the members by day on the loved one's clock), end today or have ended,
 * each once, and those of an account together. Calls go by the instants themselves: they ring again on time whether or
 * not this has run. Throws if those of an account could not be reported, after all others were.
 */
export async function reportDueAways(deps: AwaysDeps & { log: Logger }): Promise<void> {
  const now = deps.clock.now()
  const failures = collectFailures(deps.log)
  for (const step of ['begin', 'notify', 'remind', 'end'] as const) {
    for (const { accountId, ids, lovedOneIds } of await dueOf(deps, step, now)) {
      await failures.attempt(
        () => deps.db.transaction().execute((trx) => report(deps, trx, { step, ids, lovedOneIds, now })),
        'Times away not reported; retrying',
        { accountId, awayId: ids[0] ?? 0, step },
      )
    }
  }
  failures.throwIfAny()
}

function dueOf({ db }: AwaysDeps, step: Step, now: Date) {
  const due = db
    .selectFrom('aways')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
    .select('aways.accountId')
    .select(sql<number[]>`array_agg(aways.id order by aways.id)`.as('ids'))
    .select(sql<number[]>`array_agg(aways.loved_one_id)`.as('lovedOneIds'))
    .groupBy('aways.accountId')
    .orderBy(sql`min(aways.id)`)
    .limit(BATCH_SIZE)
  // A text about it wakes nobody: days begin at midnight.
  const isDay = sql<boolean>`(${now}::timestamptz at time zone loved_ones.timezone)::time
    between ${WAKING_FROM}::time and ${WAKING_UNTIL}::time`
  // One that has ended already, while nothing ran or before the morning, is no news: its end says all.
  switch (step) {
    case 'begin':
      return due.where('begunAt', 'is', null).where('startsAt', '<=', now).where('endsAt', '>', now).execute()
    case 'notify':
      return due
        .where('beginNotifiedAt', 'is', null)
        .where('endedAt', 'is', null)
        .where('startsAt', '<=', now)
        .where('endsAt', '>', now)
        .where(isDay)
        .execute()
    case 'remind':
      return due.where('remindAt', '<=', now).execute()
    case 'end':
      return due.where('endedAt', 'is', null).where('endsAt', '<=', now).execute()
  }
}

async function report(
  deps: AwaysDeps,
  trx: Trx,
  { step, ids, lovedOneIds, now }: { step: Step; ids: readonly number[]; lovedOneIds: readonly number[]; now: Date },
): Promise<void> {
  const rows = await lockAways(trx, lovedOneIds, (eb) => eb('id', 'in', [...ids]))
  const setters = await settersOf(trx, rows)
  const aways = rows.flatMap((away): ReportedAway[] => {
    const setter = away.personId === null ? null : (setters.get(away.personId) ?? null)
    return isDue(step, away, now) ? [{ ...away, setter }] : []
  })
  switch (step) {
    case 'begin':
      return reportBegin(trx, aways, now)
    case 'notify':
      return notifyOfBegin(deps, trx, aways, now)
    case 'remind':
      return notifyOfEndSoon(deps, trx, aways, now)
    case 'end':
      await reportEnd(trx, aways, now)
  }
}

function isDue(
  step: Step,
  { startsAt, endsAt, remindAt }: Pick<ReportedAway, 'startsAt' | 'endsAt'> & { remindAt: Date | null },
  now: Date,
): boolean {
  if (step === 'remind') return remindAt !== null && remindAt <= now
  return step === 'end' ? endsAt <= now : startsAt <= now && endsAt > now
}

/** The names of the members who have set them; none of the people themselves, and where the login was deleted. */
async function settersOf(trx: Trx, aways: readonly { personId: number | null }[]): Promise<Map<number, string>> {
  const ids = aways.flatMap(({ personId }) => personId ?? [])
  if (ids.length === 0) return new Map()
  const people = await trx
    .selectFrom('people')
    .select(['id', 'firstName', 'lastName', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(people.map((person) => [person.id, memberName(person)]))
}
