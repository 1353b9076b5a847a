import { sql } from 'kysely'
import type { AdminTalks } from '#contract/admin/admin-talks.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { TalkLimits } from './talk-limits.ts'

const ACCOUNTS_SHOWN = 100

/** Switches the talks of all accounts off, or lets them be held again. Talks under way end within seconds. */
export async function setTalksOff(trx: Trx, offAt: Date | null): Promise<void> {
  await trx.updateTable('talkSwitch').set({ offAt }).execute()
}

/** Since when all talks are off; null: they may be held. The row is locked where it is about to change. */
export async function talksOffSince(db: Db, { locked }: { locked: boolean }): Promise<Date | null> {
  const { offAt } = await db
    .selectFrom('talkSwitch')
    .select('offAt')
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return offAt
}

/** Talks of this Cooee in the present month, and how they may be held. */
export async function countTalks(
  db: Db,
  { limits, now }: { limits: TalkLimits | undefined; now: Date },
): Promise<AdminTalks> {
  const month = `${now.toISOString().slice(0, 7)}-01`
  const [offAt, underWay, accounts, total] = await Promise.all([
    talksOffSince(db, { locked: false }),
    sql<{ count: number }>`select count(*)::int as count from talks where ended_at is null`.execute(db),
    sql<AccountUse>`
      select accounts.id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), username) as name,
        talks_blocked_at as blocked_at, ${USED}
      from accounts join owners on owners.account_id = accounts.id
        left join talk_uses on talk_uses.account_id = accounts.id and month = ${month}::date
      where talks_blocked_at is not null or talks > 0 or input_tokens > 0
      order by minutes desc, accounts.id limit ${ACCOUNTS_SHOWN}`.execute(db),
    sql<Use>`select coalesce(sum(talks), 0)::int as talks, coalesce(sum(ceil(seconds / 60.0)), 0)::int as minutes,
      coalesce(sum(input_tokens), 0)::float8 as input_tokens, coalesce(sum(output_tokens), 0)::float8 as output_tokens
      from talk_uses where month = ${month}::date`.execute(db),
  ])
  return {
    isSetUp: limits !== undefined,
    offAt: offAt?.toISOString() ?? null,
    minutesPerMonth: limits?.minutesPerMonth ?? 0,
    underWay: underWay.rows[0]?.count ?? 0,
    month: total.rows[0] ?? { talks: 0, minutes: 0, inputTokens: 0, outputTokens: 0 },
    accounts: accounts.rows.map(({ blockedAt, ...row }) => ({ ...row, blockedAt: blockedAt?.toISOString() ?? null })),
  }
}

interface Use {
  talks: number
  minutes: number
  inputTokens: number
  outputTokens: number
}
type AccountUse = Use & { id: number; name: string; blockedAt: Date | null }

const USED = sql`coalesce(talks, 0)::int as talks, coalesce(ceil(seconds / 60.0), 0)::int as minutes,
  coalesce(input_tokens, 0)::float8 as input_tokens, coalesce(output_tokens, 0)::float8 as output_tokens`
