import { historyQuery } from '#contract/calls/call-forms.ts'
import type { DashboardToday } from '#contract/calls/dashboard.ts'
import { type CallViews, listCallsAround, listHistory, listUpcoming } from '#server/features/calls/public.ts'
import { type LovedOneViews, listLovedOnes, listLovedOnesOf } from '#server/features/loved-ones/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { MAX_ATTENTION, whoComesNext, whoNeedsAttention } from './who-comes-first.ts'

/** Up to here the dashboard shows everybody. */
const WHOLE = 50
/** Twice as many as its panel has room for. */
const SHOWN_OF_MANY = 12
/** The latest calls of a family, and its next ones, that are read at once. */
const CALLS_READ = 100
/** The day on every clock of the world is within it. */
const A_DAY_ANYWHERE_MS = 36 * 3_600_000

export type TodayViews = CallViews & LovedOneViews

/**
 * What the dashboard says about today. Of an account with more than 50 loved ones, or more calls in a day than are read at
 * once: those who need attention first, then some of the others, with their calls of today; it reads and sends as much
 * whatever the account's size.
 */
export async function readToday(views: TodayViews, account: ReadAccount): Promise<DashboardToday> {
  const peopleCount = await countPeople(views.db, account.id)
  const whole = peopleCount > WHOLE ? null : await everybody(views, account, peopleCount)
  return whole ?? someOf(views, account, peopleCount)
}

/** Null where not all calls of today were read. */
async function everybody(views: TodayViews, account: ReadAccount, peopleCount: number): Promise<DashboardToday | null> {
  const [lovedOnes, history, upcoming] = await Promise.all([
    listLovedOnes(views, account, { limit: WHOLE }),
    listHistory(views, account, historyQuery.parse({ limit: CALLS_READ })),
    listUpcoming(views, account, { limit: CALLS_READ }),
  ])
  const now = views.clock.now()
  if ([history, upcoming].some((calls) => isCutWithinDay(calls, now))) return null
  const awayCount = lovedOnes.filter(({ away }) => away?.isNow).length
  return { lovedOnes, history, upcoming, peopleCount, awayCount, attention: null }
}

/** Whether the list is full and ends within a day of now: calls of today may be missing in it. */
function isCutWithinDay(calls: readonly { scheduledTime: string }[], now: Date): boolean {
  const last = calls.at(-1)
  if (!last || calls.length < CALLS_READ) return false
  return Math.abs(Date.parse(last.scheduledTime) - now.getTime()) < A_DAY_ANYWHERE_MS
}

async function someOf(views: TodayViews, account: ReadAccount, peopleCount: number): Promise<DashboardToday> {
  const now = views.clock.now()
  const [attention, next, awayCount] = await Promise.all([
    whoNeedsAttention(views.db, account.id, now),
    whoComesNext(views.db, account.id, SHOWN_OF_MANY),
    countAway(views.db, account.id, now),
  ])
  const shown = [...new Set([...attention, ...next])].slice(0, SHOWN_OF_MANY)
  const [lovedOnes, calls] = await Promise.all([
    listLovedOnesOf(views, account, shown),
    listCallsAround(views, account, { lovedOneIds: shown, now, withinMs: A_DAY_ANYWHERE_MS }),
  ])
  const isOpen = ({ status }: { status: string }) => status === 'scheduled' || status === 'in_progress'
  return {
    lovedOnes: lovedOnes.toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)),
    history: calls.filter((call) => !isOpen(call)).toReversed(),
    upcoming: calls.filter(isOpen),
    peopleCount,
    awayCount,
    attention: attentionOf(attention.length),
  }
}

function attentionOf(found: number) {
  const count = Math.min(found, MAX_ATTENTION)
  const isMore = found > count
  return { count, inWords: attentionInWords(count, isMore) }
}

function attentionInWords(count: number, isMore: boolean): string {
  if (count === 0) return 'No one needs your attention right now.'
  if (count === 1) return 'One person needs your attention.'
  return `${isMore ? 'More than ' : ''}${count} people need your attention.`
}

async function countAway(db: Db, accountId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('aways')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('startsAt', '<=', now)
    .where('endsAt', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countPeople(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('lovedOnes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
