import { type SpendLimit, spendDayStart, spendMark } from '#core/plans/spend.ts'
import { mailAdmins } from '#server/features/messages/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { spentToday } from '#server/platform/phones/spend-of-day.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { accountsOverShare } from './rate-shares.ts'

interface UseWarningDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  callsPerSecond: number
  ownNumbers: OwnNumbers
  limits: Pick<Limits, 'spend'>
  publicUrl: string
}

/** Mails every admin once a day (UTC) when an account takes over a tenth of the line, and at 50, 80 and 100 percent of the daily spend limit. */
export async function warnOfUse(deps: UseWarningDeps): Promise<void> {
  const now = deps.clock.now()
  const day = spendDayStart(now).toISOString().slice(0, 10)
  await warnOfShares(deps, now, day)
  await warnOfSpend(deps, now, day)
}

async function warnOfShares(deps: UseWarningDeps, now: Date, day: string): Promise<void> {
  const { db, jobs, clock, log, publicUrl } = deps
  for (const { accountId, share } of await accountsOverShare(db, deps, now)) {
    const account = await db
      .selectFrom('owners')
      .select('username')
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    if (!account) continue
    log.warn({ accountId, share }, 'Account uses more than a tenth of the provider rate; mailing the admins')
    const percent = Math.round(share * 100)
    await db.transaction().execute((trx) =>
      mailAdmins({ jobs, clock }, trx, {
        subject: 'One account takes more than a tenth of the phone line',
        paragraphs: () => [
          `The account ${account.username} took ${percent} % of the phone line in the last 15 minutes, its alerts included. Other accounts keep their turns.`,
          `You can look at it and suspend it: ${publicUrl}/admin?tab=accounts`,
        ],
        key: `line-share:${accountId}:${day}`,
      }),
    )
  }
}

async function warnOfSpend(deps: UseWarningDeps, now: Date, day: string): Promise<void> {
  const { db, jobs, clock, log, limits, publicUrl } = deps
  if (limits.spend.dailyCents === 0) return
  const spent = await spentToday(db, limits.spend, now)
  const mark = spendMark(limits.spend, spent)
  if (mark === null) return
  if (mark === 100) log.warn({ spentCents: spent }, 'Daily spend limit reached; mailing the admins')
  await db.transaction().execute((trx) =>
    mailAdmins({ jobs, clock }, trx, {
      subject: `Calls and texts have cost ${mark} % of today's limit`,
      paragraphs: () => [
        `${dollars(spent)} of ${dollars(limits.spend.dailyCents)} are spent since midnight UTC, by the prices that are set.`,
        mark === 100 ? stopped(limits.spend) : 'At the limit accounts that nobody pays for stop first.',
        `Who takes most, and how to suspend an account: ${publicUrl}/admin?tab=accounts`,
      ],
      key: `spend:${mark}:${day}`,
    }),
  )
}

function stopped({ dailyCents }: SpendLimit): string {
  return `Calls and texts of accounts that nobody pays for are stopped until midnight UTC. Alerts and texts of paying accounts stop at ${dollars(1.5 * dailyCents)}, their care calls at ${dollars(2 * dailyCents)}. Requests for help always leave. To let calls leave, raise DAILY_SPEND_LIMIT and restart Cooee.`
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
