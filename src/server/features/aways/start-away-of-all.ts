import { sql } from 'kysely'
import type { EveryoneAway, StartAwayBody } from '#contract/people/aways.ts'
import { type AwayDays, daysBeside } from '#core/away/away-period.ts'
import { lastDayAway } from '#core/away/away-words.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { createOnce } from '#server/platform/http/answers/create-once.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { type AwayColumns, columnsBetween, LAST_DAY_REQUIRED, refuseDays } from './away-days.ts'
import { storedNote } from './away-note.ts'
import type { AwayPerson, AwaysDeps } from './deps.ts'
import { notifyOfBegin } from './reports/notify-members-of-aways.ts'
import { type ReportedAway, reportBegin } from './reports/report-away.ts'

/** Few enough for the parameters of one statement. */
const ROWS_AT_ONCE = 1_000

/**
 * Sets the same days for every loved one of the account, each by their own clock, all or none. A time away that somebody
 * has already stays as it is, and the days around it are filled. With a `key` it happens once, however often it is
 * requested.
 */
export async function startAwayOfAll(
  deps: AwaysDeps,
  { id: accountId, by: actor }: ActingAccount,
  body: StartAwayBody,
  key?: string,
): Promise<EveryoneAway> {
  const now = deps.clock.now()
  const request = { accountId, key, asked: ['away of all', body], now }
  const firstId = await createOnce(deps.db, request, async (trx) => {
    const people = await trx
      .selectFrom('lovedOnes')
      .select(['id', 'name', 'timezone'])
      .where('accountId', '=', accountId)
      .orderBy('id')
      .forUpdate()
      .execute()
    const wanted = await wantedOf(trx, people, body, now)
    const set: ReportedAway[] = []
    for (let first = 0; first < wanted.length; first += ROWS_AT_ONCE) {
      const some = wanted.slice(first, first + ROWS_AT_ONCE)
      set.push(...(await insertAways(deps, trx, some, { ...body, accountId, actor })))
    }
    const begun = set.filter(({ startsAt }) => startsAt <= now)
    await reportBegin(trx, begun, now)
    await notifyOfBegin(deps, trx, begun, now)
    await recordLater(
      trx,
      set.filter(({ startsAt }) => startsAt > now),
    )
    if (set.length > 0) await announceChange(trx, accountId, 'calls')
    return set[0]?.id ?? 0
  })
  return answerOf(deps.db, accountId, firstId, body, now)
}

interface WantedAway extends AwayColumns {
  person: AwayPerson
}

/** What is to be set for each: the days of the request that no open time away of theirs has, on their own clock. */
async function wantedOf(
  trx: Trx,
  people: readonly AwayPerson[],
  { from, until }: StartAwayBody,
  now: Date,
): Promise<WantedAway[]> {
  if (until === undefined) throw new AppError('invalid', LAST_DAY_REQUIRED, { field: 'until' })
  const todayOf = ({ timezone }: AwayPerson) => toWallClock(now, timezone).date
  // Where a clock is a day ahead, the day is past there: it is refused only where it is past for everybody.
  const [today = toWallClock(now, 'UTC').date] = people.map(todayOf).toSorted()
  refuseDays({ from: from ?? today, until }, today, false)
  const others = await othersOf(trx, people, now)
  return people.flatMap((person) => {
    const [, begins = todayOf(person)] = [from ?? todayOf(person), todayOf(person)].toSorted()
    const own = others.get(person.id) ?? []
    const taken = own.filter(({ endsAt }) => endsAt > now).map((one) => ({ from: one.startsOn, until: one.endsOn }))
    const free: AwayDays[] = until < begins ? [] : daysBeside({ from: begins, until }, taken)
    const ended = own.filter(({ endsAt }) => endsAt <= now)
    return free.map((days) => ({ person, ...columnsBetween(days, person.timezone, ended, now) }))
  })
}

/** Their times away that are open, or ended within these days. */
async function othersOf(trx: Trx, people: readonly AwayPerson[], now: Date) {
  const rows = await trx
    .selectFrom('aways')
    .select(['lovedOneId', 'startsOn', 'endsOn', 'startsAt', 'endsAt'])
    .where('lovedOneId', 'in', [0, ...people.map(({ id }) => id)])
    .where('endsAt', '>', new Date(now.getTime() - 2 * 86_400_000))
    .execute()
  return Map.groupBy(rows, ({ lovedOneId }) => lovedOneId)
}

async function insertAways(
  deps: AwaysDeps,
  trx: Trx,
  wanted: readonly WantedAway[],
  { accountId, reason, note, actor }: StartAwayBody & { accountId: number; actor: ActingAccount['by'] },
): Promise<ReportedAway[]> {
  const rows = await trx
    .insertInto('aways')
    .values(
      wanted.map(({ person, ...columns }) => ({
        ...{ accountId, lovedOneId: person.id, ...columns },
        ...{ reason, setBy: 'account_holder' as const, personId: actor?.personId ?? null },
      })),
    )
    .returning(['id', 'lovedOneId', 'startsAt', 'endsAt'])
    .execute()
  // Sealed for their ids, which exist only now.
  const notes = rows.flatMap(({ id }) => {
    const stored = storedNote(deps.sealing, id, note)
    return 'note' in stored && stored.note !== null ? [{ id, ...stored }] : []
  })
  if (notes.length > 0) {
    await sql`update aways set note = stored.note, note_sealed_with = stored.sealed_with
      from unnest(${notes.map(({ id }) => id)}::bigint[], ${notes.map(({ note }) => note)}::text[],
        ${notes.map(({ noteSealedWith }) => noteSealedWith)}::text[]) as stored (id, note, sealed_with)
      where aways.id = stored.id`.execute(trx)
  }
  const people = new Map(wanted.map(({ person }) => [person.id, person]))
  return rows.flatMap((row) => {
    const person = people.get(row.lovedOneId)
    const { name, timezone } = person ?? {}
    return name && timezone ? [{ ...row, accountId, name, timezone, reason, setBy: 'account_holder', actor }] : []
  })
}

async function recordLater(trx: Trx, aways: readonly ReportedAway[]): Promise<void> {
  await recordActivities(trx, aways.map(laterActivity))
}

/** The entry of the activity log for one that begins later. */
export function laterActivity({ accountId, lovedOneId, name, timezone, startsAt, endsAt, actor }: ReportedAway) {
  const first = lastDayAway(new Date(startsAt.getTime() + 1), timezone)
  return {
    accountId,
    activityType: 'loved_one_updated' as const,
    description: `Time away set for ${name}`,
    by: actor,
    does: `set a time away for ${name}`,
    details: `From ${first} until ${lastDayAway(endsAt, timezone)}`,
    lovedOneId,
  }
}

/** For how many it was set, and whose time away was left as it was. Those of one request have the same moment. */
async function answerOf(
  db: Db,
  accountId: number,
  firstId: number,
  { from, until = '' }: StartAwayBody,
  now: Date,
): Promise<EveryoneAway> {
  const rows = await db
    .selectFrom('aways')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
    .select(['aways.lovedOneId', 'aways.startsOn', 'aways.endsOn', 'lovedOnes.name'])
    .select((eb) =>
      eb('aways.createdAt', '=', eb.selectFrom('aways as first').select('first.createdAt').where('id', '=', firstId))
        .$castTo<boolean | null>()
        .as('isOfRequest'),
    )
    .where('aways.accountId', '=', accountId)
    .where('aways.endsAt', '>', now)
    .where('aways.startsOn', '<=', until)
    .where('aways.endsOn', '>=', from ?? '0001-01-01')
    .orderBy('aways.lovedOneId')
    .orderBy('aways.startsOn')
    .execute()
  return {
    setFor: new Set(rows.filter(({ isOfRequest }) => isOfRequest).map(({ lovedOneId }) => lovedOneId)).size,
    leftAsIs: rows
      .filter(({ isOfRequest }) => !isOfRequest)
      .map(({ lovedOneId, name, startsOn, endsOn }) => ({
        lovedOneId,
        lovedOneName: name,
        from: startsOn,
        until: endsOn,
      })),
  }
}
