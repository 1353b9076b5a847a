import { MAX_DAYS_AWAY, type MemberAwayBody } from '#contract/accounts/members.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { enqueueMessage, type NewMessage } from '#server/features/messages/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Session } from '#server/platform/http/requests/authentication.ts'
import type { MailingDeps } from '../deps.ts'
import { awaySetMail, coveringMail, type MailedMember } from './circle-mails.ts'
import { circleName, memberName } from './circle-name.ts'
import type { Days } from './days-without-anybody.ts'
import { dayInWords, mailIfNobodyLeft } from './mail-if-nobody-left.ts'
import { lockMember, type MemberRow, membersOf } from './member-rows.ts'
import { recordMemberActivity } from './members.ts'

type Asking = Pick<Session, 'account' | 'person' | 'member'>

/**
 * A member is away on whole days of their own clock, the last one included: alerts go to the others, and to who covers them
 * first. It ends by itself. Everybody sets their own time away, the owner that of anybody. All are mailed where nobody would
 * be left on one of the days: alerts go to the owner then. Who has not confirmed an address looks after nothing: no alert
 * reaches them.
 */
export async function setMemberAway(
  { db, jobs, clock }: MailingDeps,
  { account, person, member: asking }: Asking,
  personId: number,
  { from, until, coveredBy }: MemberAwayBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, account.id, personId)
    refuseOthers(asking, { by: person.id, personId })
    const days = daysOf({ from, until }, member, clock.now())
    const all = await membersOf(trx, account.id).execute()
    const covering = coveredBy == null ? undefined : all.find(({ personId }) => personId === coveredBy)
    if (coveredBy != null && (!covering || coveredBy === personId)) {
      throw new AppError('invalid', 'Please choose someone else in the family', { field: 'coveredBy' })
    }
    if (covering && covering.mailbox === null) {
      const message = `${memberName(covering)} needs to confirm their email first.`
      throw new AppError('conflict', message, { field: 'coveredBy' })
    }
    await trx
      .updateTable('members')
      .set({ awayFrom: days.from, awayUntil: days.until, coveredBy: coveredBy ?? null })
      .where('accountId', '=', account.id)
      .where('personId', '=', personId)
      .execute()
    const inWords = `from ${dayInWords(days.from)} to ${dayInWords(days.until)}`
    const who = memberName(member)
    const cover = covering ? `. ${memberName(covering)} looks after things` : ''
    const bySomebody = personId === person.id ? '' : `${memberName(person)} noted that `
    await recordMemberActivity(trx, account, 'member_updated', `${bySomebody}${who} is away ${inWords}${cover}`)
    const mail = async (to: MemberRow, write: (member: MailedMember) => NewMessage) => {
      const recipient = to.mailbox
      if (recipient === null) return
      await enqueueMessage(jobs, trx, {
        ...write({ ...to, recipient, accountId: account.id }),
        createdAt: clock.now(),
      })
    }
    const facts = { who, days: inWords, circle: circleName(account) }
    if (personId !== person.id) await mail(member, (to) => awaySetMail(to, { ...facts, by: memberName(person) }))
    if (covering && covering.personId !== person.id) await mail(covering, (to) => coveringMail(to, facts))
    await mailIfNobodyLeft({ jobs, clock }, trx, account)
  })
}

/** Alerts come to the member again, from now on. Ends nothing a second time. */
export async function endMemberAway(
  { db }: Pick<MailingDeps, 'db'>,
  { account, person, member: asking }: Asking,
  personId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, account.id, personId)
    refuseOthers(asking, { by: person.id, personId })
    if (member.awayFrom === null) return
    await trx
      .updateTable('members')
      .set({ awayFrom: null, awayUntil: null, coveredBy: null })
      .where('accountId', '=', account.id)
      .where('personId', '=', personId)
      .execute()
    const bySomebody = personId === person.id ? '' : `${memberName(person)} noted that `
    await recordMemberActivity(trx, account, 'member_updated', `${bySomebody}${memberName(member)} is back`)
  })
}

function refuseOthers(asking: Session['member'], { by, personId }: { by: number; personId: number }): void {
  if (asking.role === 'owner' || personId === by) return
  throw new AppError('not_allowed', 'Only the owner can do this for someone else.')
}

/** The days that are meant, from today on the member's clock. */
function daysOf({ from, until }: MemberAwayBody, member: MemberRow, now: Date): Days {
  const today = toWallClock(now, member.timezone).date
  const refuse = (field: string, message: string) => new AppError('invalid', message, { field })
  if (until === undefined) throw refuse('until', 'Please choose the last day')
  if (until < today) throw refuse('until', 'That day is over. Please choose today or a later one')
  const first = from === undefined || from < today ? (member.awayFrom ?? today) : from
  if (from !== undefined && from < today && from !== member.awayFrom) {
    throw refuse('from', 'That day is over. Please choose today or a later one')
  }
  if (until < first) throw refuse('until', 'The last day comes before the first')
  const last = Temporal.PlainDate.from(first).add({ days: MAX_DAYS_AWAY - 1 })
  if (until > last.toString()) throw refuse('until', `At most ${MAX_DAYS_AWAY} days at a time`)
  return { from: first, until }
}
