import { lastDayAway } from '#core/away/away-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { firstCallFrom } from '#server/features/calls/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { columnsOf } from './away-days.ts'
import type { AwayPerson, AwaysDeps } from './deps.ts'
import { endLocked } from './end-aways.ts'
import { notifyOfMove } from './reports/notify-members-of-aways.ts'
import { addAway } from './start-away.ts'

type Deps = Omit<AwaysDeps, 'db'>
type Person = AwayPerson & { accountId: number }

/** What became of what somebody asked for about their own time away. */
export type AwayOfPerson =
  | { kind: 'away'; endsAt: Date; callsStartAgainAt: Date | null }
  | { kind: 'back'; callsStartAgainAt: Date | null }
  | { kind: 'not_away' }
  /** `why` is a sentence without a full stop. */
  | { kind: 'refused'; why: string }

/**
 * Sets the person's own time away until that day, or moves the end of the present one; their account holder is notified. The
 * caller holds the lock of the loved one.
 */
export async function goAway(
  deps: Deps,
  trx: Trx,
  person: Person,
  { until, by }: { until: string; by: 'text' | 'call' },
): Promise<AwayOfPerson> {
  try {
    const endsAt = await setEnd(deps, trx, person, until, by)
    return { kind: 'away', endsAt, callsStartAgainAt: (await firstCallFrom(deps.sealing, trx, person.id, endsAt)).at }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', why: error.message.replace(/\.$/, '') }
    throw error
  }
}

async function setEnd(deps: Deps, trx: Trx, person: Person, until: string, by: 'text' | 'call'): Promise<Date> {
  const { id: lovedOneId, accountId, name, timezone } = person
  const now = deps.clock.now()
  const present = await presentAway(trx, lovedOneId, now)
  if (!present) {
    const id = await addAway(deps, trx, { accountId, person, by, until, reason: 'other' })
    const { endsAt } = await trx.selectFrom('aways').select('endsAt').where('id', '=', id).executeTakeFirstOrThrow()
    return endsAt
  }
  const days = { from: present.startsOn, until }
  const { startsAt, ...columns } = await columnsOf(trx, person, days, now, { exceptId: present.id, hasBegun: true })
  await trx.updateTable('aways').set(columns).where('id', '=', present.id).execute()
  const { endsAt } = columns
  if (endsAt.getTime() === present.endsAt.getTime()) return endsAt
  await notifyOfMove(deps, trx, { ...present, name, timezone, ...columns }, by)
  const description = `${name} changed when they are back`
  await recordActivity(trx, {
    accountId,
    activityType: 'loved_one_updated',
    description,
    details: `Away until ${lastDayAway(endsAt, timezone)}`,
    lovedOneId,
  })
  await announceChange(trx, accountId, 'calls')
  return endsAt
}

/**
 * Ends the person's present time away now, and the members are notified. What is planned for later stays: the family knows
 * of it. The caller holds the lock of the loved one.
 */
export async function comeBack(
  deps: Deps,
  trx: Trx,
  person: Person,
  { by }: { by: 'text' | 'call' },
): Promise<AwayOfPerson> {
  const now = deps.clock.now()
  const present = await presentAway(trx, person.id, now)
  if (!present) return { kind: 'not_away' }
  await endLocked(deps, trx, [{ ...present, name: person.name, timezone: person.timezone }], now, { by })
  return { kind: 'back', callsStartAgainAt: (await firstCallFrom(deps.sealing, trx, person.id, now)).at }
}

/** The time away that lasts now, locked; undefined: they are not away. */
export function presentAway(trx: Trx, lovedOneId: number, now: Date) {
  return trx
    .selectFrom('aways')
    .selectAll()
    .where('lovedOneId', '=', lovedOneId)
    .where('startsAt', '<=', now)
    .where('endsAt', '>', now)
    .forUpdate()
    .executeTakeFirst()
}
