import { sql } from 'kysely'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { SummaryFrequency } from '#core/notifications/settings.ts'
import { latestSummaryDay, type SummaryDay } from '#core/notifications/summary-day.ts'
import { summaryText } from '#core/notifications/summary-text.ts'
import {
  claimSummary,
  type EnqueueNotice,
  membersToNotify,
  presentMembers,
} from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { type CollectedFailures, collectFailures } from '#server/platform/work/collect-failures.ts'
import { callsBetween, comingToday } from './read-summary.ts'

/** What the summaries need from the outside. */
export interface SummaryDeps {
  db: Db
  clock: Clock
  log: Logger
  sealing: Sealing
  publicUrl: string
  enqueueNotice: EnqueueNotice
}

/** Account holders who want their summary at the same hour of the same clock. */
interface Group {
  zone: string
  hour: number
  frequency: Exclude<SummaryFrequency, 'off'>
}

const BATCH_SIZE = 100

/**
 * Writes the summary mails whose hour has come: once per account and day (or week), however many workers run it and
 * whatever crashes, since the day is noted in the transaction that writes the mail. After an outage only the latest is
 * written, and none for days before summaries were switched on. Returns how many mails were written.
 */
export async function sendSummaries(deps: SummaryDeps): Promise<number> {
  let sent = 0
  const failures = collectFailures(deps.log)
  for (const group of await groups(deps.db)) {
    const written = await failures.attempt(
      () => sendToGroup(deps, failures, group),
      'Summaries that are due could not be read',
      { ...group },
    )
    sent += written ?? 0
  }
  failures.throwIfAny()
  return sent
}

async function groups(db: Db): Promise<Group[]> {
  return db
    .selectFrom('notificationSettings')
    .innerJoin('people', 'people.id', 'notificationSettings.personId')
    .select(['people.timezone as zone', 'summaryHour as hour', 'summaryFrequency as frequency'])
    .where('summaryFrequency', '<>', 'off')
    .distinct()
    .$narrowType<{ frequency: Group['frequency'] }>()
    .execute()
}

async function sendToGroup(deps: SummaryDeps, failures: CollectedFailures, group: Group): Promise<number> {
  const due = latestSummaryDay(deps.clock.now(), group.zone, group)
  let sent = 0
  for (let after: Reader = { accountId: 0, personId: 0 }; ; ) {
    const members = await dueMembers(deps.db, group, due, after)
    for (const member of members) {
      const isSent = await failures.attempt(() => sendTo(deps, member, group, due), 'Summary not written; retrying', {
        ...member,
      })
      if (isSent) sent += 1
    }
    const last = members.at(-1)
    if (last === undefined || members.length < BATCH_SIZE) return sent
    after = last
  }
}

/** Who reads a summary: a member of an account. */
interface Reader {
  accountId: number
  personId: number
}

function dueMembers(db: Db, group: Group, due: SummaryDay, after: Reader): Promise<Reader[]> {
  return db
    .selectFrom('notificationSettings')
    .innerJoin('people', 'people.id', 'notificationSettings.personId')
    .select(['accountId', 'personId'])
    .where('people.timezone', '=', group.zone)
    .where('summaryHour', '=', group.hour)
    .where('summaryFrequency', '=', group.frequency)
    .where('summarySince', '<', due.to)
    .where((eb) => eb.or([eb('summaryNotifiedOn', 'is', null), eb('summaryNotifiedOn', '<', due.day)]))
    .where(sql<boolean>`(account_id, person_id) > (${after.accountId}, ${after.personId})`)
    .orderBy('accountId')
    .orderBy('personId')
    .limit(BATCH_SIZE)
    .execute()
}

async function sendTo(
  deps: SummaryDeps,
  { accountId, personId }: Reader,
  group: Group,
  due: SummaryDay,
): Promise<boolean> {
  const { frequency, zone, hour } = group
  return deps.db.transaction().execute(async (trx) => {
    // The transaction that notes the day writes the mail; also for a day without news.
    if (!(await claimSummary(trx, { accountId, personId }, { day: due.day, hour, frequency }))) return false
    // Who is away gets none; the account holder does where all are.
    const members = await membersToNotify(trx, accountId, deps.clock.now())
    const reader = presentMembers(members).find((member) => member.personId === personId)
    if (!reader) return false
    const text = summaryText({
      frequency,
      zone,
      from: due.from,
      to: due.to,
      calls: await callsBetween(trx, { accountId, personId }, due.from, due.to),
      ...(await comingToday({ db: trx, sealing: deps.sealing }, accountId, deps.clock.now(), zone)),
      publicUrl: deps.publicUrl,
    })
    if (!text) return false
    await deps.enqueueNotice(trx, {
      ...{ accountId, personId, isForMember: true },
      channel: 'email',
      recipient: reader.email,
      subject: text.subject,
      text: mailBody(reader, [text.mail]),
      dedupeKey: `summary:${accountId}:${personId}:${due.day}`,
      isUrgent: false,
    })
    return true
  })
}
