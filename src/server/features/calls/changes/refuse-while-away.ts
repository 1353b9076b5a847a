import { lastDayAway } from '#core/away/away-words.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** Refuses a ring that somebody asks for on the screen while the loved one is away. */
export async function refuseWhileAway(
  trx: Trx,
  { lovedOneId, name, timezone }: { lovedOneId: number; name: string; timezone: string },
  now: Date,
): Promise<void> {
  const away = await trx
    .selectFrom('aways')
    .select('endsAt')
    .where('lovedOneId', '=', lovedOneId)
    .where('startsAt', '<=', now)
    .where('endsAt', '>', now)
    .executeTakeFirst()
  if (!away) return
  const until = lastDayAway(away.endsAt, timezone)
  throw new AppError(
    'conflict',
    `${shortName(name)} is away until ${until}, so we don't ring. If they're back, end the time away first.`,
  )
}
