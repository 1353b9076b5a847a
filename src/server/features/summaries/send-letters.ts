import { sql } from 'kysely'
import { mailBody } from '#core/notifications/mail-body.ts'
import { latestSummaryDay, type SummaryDay } from '#core/notifications/summary-day.ts'
import { letterText } from '#core/report/letter-text.ts'
import { LETTER_DAYS } from '#core/report/report.ts'
import { claimLetter, membersToNotify, presentMembers } from '#server/features/notifications/public.ts'
import { readReport } from '#server/features/reports/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type CollectedFailures, collectFailures } from '#server/platform/work/collect-failures.ts'
import type { SummaryDeps } from './send-summaries.ts'

/** What the letters need from the outside; `keepCallsMonths`: how long calls are kept, left out the default. */
interface LetterDeps extends SummaryDeps {
  keepCallsMonths?: number
}

/** When it is due, on the member's own clock. */
const LETTER = { frequency: 'weekly', hour: 8 } as const
const BATCH_SIZE = 100
/** The most people in one letter; it gives the number of the others. */
const MOST_PEOPLE = 20

/** Who reads a letter: a member of an account. */
interface Reader {
  accountId: number
  personId: number
}

/**
 * Writes the weekly letters that are due: on Monday at eight, by the member's own clock, once for a member and week,
 * however many workers run it and whatever crashes, since the day is noted in the transaction that writes the mail. After
 * an outage only the latest is written, and none for weeks before it was switched on. Returns how many were written.
 */
export async function sendLetters(deps: LetterDeps): Promise<number> {
  const failures = collectFailures(deps.log)
  let sent = 0
  for (const zone of await zones(deps.db)) {
    const written = await failures.attempt(
      () => sendIn(deps, failures, zone),
      'Letters that are due could not be read',
      {
        zone,
      },
    )
    sent += written ?? 0
  }
  failures.throwIfAny()
  return sent
}

async function zones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationSettings')
    .innerJoin('people', 'people.id', 'notificationSettings.personId')
    .select('people.timezone')
    .where('weeklyLetter', '=', true)
    .distinct()
    .execute()
  return rows.map(({ timezone }) => timezone)
}

async function sendIn(deps: LetterDeps, failures: CollectedFailures, zone: string): Promise<number> {
  const due = latestSummaryDay(deps.clock.now(), zone, LETTER)
  let sent = 0
  for (let after: Reader = { accountId: 0, personId: 0 }; ; ) {
    const members = await dueMembers(deps.db, zone, due, after)
    for (const member of members) {
      const isSent = await failures.attempt(() => sendTo(deps, member, due), 'Letter not written; retrying', {
        ...member,
      })
      if (isSent) sent += 1
    }
    const last = members.at(-1)
    if (last === undefined || members.length < BATCH_SIZE) return sent
    after = last
  }
}

function dueMembers(db: Db, zone: string, due: SummaryDay, after: Reader): Promise<Reader[]> {
  return db
    .selectFrom('notificationSettings')
    .innerJoin('people', 'people.id', 'notificationSettings.personId')
    .select(['accountId', 'personId'])
    .where('people.timezone', '=', zone)
    .where('weeklyLetter', '=', true)
    .where('letterSince', '<', due.to)
    .where((eb) => eb.or([eb('letterNotifiedOn', 'is', null), eb('letterNotifiedOn', '<', due.day)]))
    .where(sql<boolean>`(account_id, person_id) > (${after.accountId}, ${after.personId})`)
    .orderBy('accountId')
    .orderBy('personId')
    .limit(BATCH_SIZE)
    .execute()
}

async function sendTo(deps: LetterDeps, reader: Reader, due: SummaryDay): Promise<boolean> {
  const { accountId, personId } = reader
  return deps.db.transaction().execute(async (trx) => {
    // The transaction that notes the day writes the mail; also for a week without news.
    if (!(await claimLetter(trx, reader, due.day))) return false
    // Who is away gets none; the account holder does where all are.
    const members = await membersToNotify(trx, accountId, deps.clock.now())
    const member = presentMembers(members).find((one) => one.personId === personId)
    if (!member) return false
    const people = await trx
      .selectFrom('lovedOnes')
      .select('id')
      .where('accountId', '=', accountId)
      .orderBy('name')
      .orderBy('id')
      .execute()
    const figures = []
    for (const { id } of people.slice(0, MOST_PEOPLE)) {
      figures.push(await readReport({ ...deps, db: trx }, reader, { lovedOneId: id, days: LETTER_DAYS }))
    }
    const more = Math.max(0, people.length - MOST_PEOPLE)
    const text = letterText(figures, { publicUrl: deps.publicUrl, more })
    if (!text) return false
    await deps.enqueueNotice(trx, {
      ...{ accountId, personId, isForMember: true },
      channel: 'email',
      recipient: member.email,
      subject: text.subject,
      text: mailBody(member, [text.mail]),
      dedupeKey: `letter:${accountId}:${personId}:${due.day}`,
      isUrgent: false,
    })
    return true
  })
}
