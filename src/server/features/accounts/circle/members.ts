import type { CircleMember, MemberBody } from '#contract/accounts/members.ts'
import type { ActivityType } from '#contract/calls/activity.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { keepNames, recordActivity } from '#server/features/activity/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import type { Session } from '#server/platform/http/requests/authentication.ts'
import type { MailingDeps } from '../deps.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { madeOwnerMail, removedMail } from './circle-mails.ts'
import { circleName, memberName } from './circle-name.ts'
import { daysWithoutAnybody } from './days-without-anybody.ts'
import { mailIfNobodyLeft } from './mail-if-nobody-left.ts'
import { lockMember, type MemberRow, membersOf } from './member-rows.ts'

type Asking = Pick<Session, 'account' | 'person' | 'member'>

/** The members of a circle: the owner first, then in the order in which they joined. Emails are the owner's to see. */
export async function listMembers(
  { db, clock }: Pick<MailingDeps, 'db' | 'clock'>,
  { account, person, member }: Asking,
): Promise<CircleMember[]> {
  const rows = await membersOf(db, account.id).execute()
  const away = await Promise.all(rows.map((row) => awayOf(db, account.id, row, clock.now())))
  return rows.map((row, place) => ({
    id: row.personId,
    name: memberName(row),
    email: member.role === 'owner' || row.personId === person.id ? row.email : null,
    role: row.role,
    mayHearCalls: row.mayHearCalls,
    joinedAt: row.joinedAt.toISOString(),
    isYou: row.personId === person.id,
    away: away[place] ?? null,
  }))
}

/** Their time away, unless it is over. */
async function awayOf(
  db: Db,
  accountId: number,
  { awayFrom: from, awayUntil: until, coveredBy, timezone }: MemberRow,
  now: Date,
): Promise<CircleMember['away']> {
  const today = toWallClock(now, timezone).date
  if (from === null || until === null || until < today) return null
  const alone = await daysWithoutAnybody(db, accountId, { from: from < today ? today : from, until })
  return { from, until, coveredBy, isNow: from <= today, nobodyLeft: alone.length > 0 }
}

/** Changes the role of a member, and whether a viewer hears calls. The owner stays what they are. */
export async function changeMember(
  { db }: Pick<MailingDeps, 'db'>,
  { account, person }: Asking,
  personId: number,
  { role, mayHearCalls }: MemberBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, account.id, personId)
    if (member.role === 'owner') throw new AppError('conflict', OWNER_STAYS, { field: 'role' })
    const newRole = role ?? member.role
    const hears = newRole === 'carer' || (mayHearCalls ?? (member.role === 'viewer' && member.mayHearCalls))
    if (newRole === member.role && hears === member.mayHearCalls) return
    await trx
      .updateTable('members')
      .set({ role: newRole, mayHearCalls: hears })
      .where('accountId', '=', account.id)
      .where('personId', '=', personId)
      .execute()
    const may = newRole === 'carer' ? 'a carer' : hears ? 'a viewer who hears calls' : 'a viewer'
    await recordMemberActivity(
      trx,
      account,
      'member_updated',
      `${memberName(person)} made ${memberName(member)} ${may}`,
    )
  })
}

export interface LeavingDeps extends MailingDeps {
  /** Somebody is no member any more, in the same transaction: what they owned goes on to others. */
  onMemberLeft(trx: Trx, left: { accountId: number; personId: number }): Promise<void>
}

/**
 * Takes a member out of a circle: the owner anybody else, everybody themselves. Their sessions go on in another circle of
 * theirs; who belongs to no other loses their login, and nothing is kept about them. The owner cannot leave. Tells a
 * member whom somebody else removed.
 */
export async function removeMember(
  { db, jobs, clock, onMemberLeft }: LeavingDeps,
  { account, person, member: asking }: Asking,
  personId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // To a member who is not the owner the others are not there to be removed.
    if (asking.role !== 'owner' && personId !== person.id)
      throw new AppError('not_allowed', 'Only the owner can do this.')
    const member = await lockMember(trx, account.id, personId)
    if (member.role === 'owner') throw new AppError('conflict', OWNER_STAYS)
    await moveSessions(trx, { accountId: account.id, personId })
    await trx.deleteFrom('members').where('accountId', '=', account.id).where('personId', '=', personId).execute()
    await onMemberLeft(trx, { accountId: account.id, personId })
    await mailIfNobodyLeft({ jobs, clock }, trx, account)
    const left = personId === person.id
    await recordMemberActivity(
      trx,
      account,
      'member_removed',
      left
        ? `${memberName(member)} left the family`
        : `${memberName(person)} removed ${memberName(member)} from the family`,
    )
    // Last: the activity log names who left.
    const isGone = await deleteLoginWithoutCircle(trx, personId)
    const email = member.mailbox
    if (left || email === null) return
    const mail = removedMail({ ...member, email, id: personId }, { circle: circleName(account), isGone })
    await enqueueMessage(jobs, trx, { ...mail, createdAt: clock.now() })
  })
}

/** Hands a circle over to another member, whose email is confirmed. The owner becomes a carer; both are mailed. */
export async function makeOwner(
  { db, jobs, clock }: MailingDeps,
  { account, person }: Asking,
  personId: number,
  { password, device }: { password?: string | undefined; device: string | undefined },
): Promise<void> {
  // Nothing is asked about somebody who is not there.
  const known = await membersOf(db, account.id).where('members.personId', '=', personId).executeTakeFirst()
  if (!known) throw notFound('Member')
  if (password === undefined) throw new AppError('invalid', 'Password is required', { field: 'password' })
  await confirmPassword({ db, clock }, person, { password, device, field: 'password' })
  await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, account.id, personId)
    if (member.role === 'owner') return
    if (member.verifiedEmail === null) {
      throw new AppError('conflict', `${memberName(member)} needs to confirm their email first.`)
    }
    const change = (personId: number, role: 'owner' | 'carer') =>
      trx
        .updateTable('members')
        .set({ role, mayHearCalls: true })
        .where('accountId', '=', account.id)
        .where('personId', '=', personId)
        .$if(role === 'carer', (query) => query.where('role', '=', 'owner'))
        .executeTakeFirstOrThrow()
    const { numUpdatedRows } = await change(person.id, 'carer')
    // Of two hand-overs at once the second is no owner's any more.
    if (numUpdatedRows === 0n) throw new AppError('not_allowed', 'Only the owner can do this.')
    await change(personId, 'owner')
    await recordMemberActivity(
      trx,
      account,
      'member_updated',
      `${memberName(person)} made ${memberName(member)} the owner`,
    )
    const [before, after] = [memberName(person), memberName(member)]
    const createdAt = clock.now()
    for (const to of [{ ...member, id: personId }, person]) {
      await enqueueMessage(jobs, trx, {
        ...madeOwnerMail({ ...to, accountId: account.id }, { before, after }),
        createdAt,
      })
    }
  })
}

const OWNER_STAYS = 'The owner stays. Make someone else the owner first.'

/** Sessions in a circle that a person leaves go on in their own circle, or in the one they joined first; else they end. */
async function moveSessions(trx: Trx, { accountId, personId }: { accountId: number; personId: number }): Promise<void> {
  const other = await trx
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.accountId')
    .select('members.accountId')
    .where('members.personId', '=', personId)
    .where('members.accountId', '<>', accountId)
    .where('accounts.deletionBeganAt', 'is', null)
    .where('accounts.suspendedByAdminAt', 'is', null)
    .orderBy((eb) => eb('members.role', '=', 'owner'), 'desc')
    .orderBy('members.joinedAt')
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  await trx
    .updateTable('sessions')
    .set({ accountId: other.accountId })
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .execute()
}

/** Returns whether it was deleted. An admin keeps theirs: it is of use without a family. */
async function deleteLoginWithoutCircle(trx: Trx, personId: number): Promise<boolean> {
  // Who joins another circle at this moment is waited for, and keeps their login.
  await trx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute()
  const withoutCircle = await trx
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('role', '<>', 'admin')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('members').select('members.personId').whereRef('members.personId', '=', 'people.id'))),
    )
    .executeTakeFirst()
  if (!withoutCircle) return false
  await keepNames(trx, [personId])
  await trx.deleteFrom('people').where('id', '=', personId).execute()
  return true
}

type MemberActivity = Extract<ActivityType, `member_${string}`>

/** Writes into the activity log what happened to the members of a circle. */
export function recordMemberActivity(
  trx: Trx,
  { id: accountId, by }: ActingAccount,
  activityType: MemberActivity,
  description: string,
): Promise<void> {
  return recordActivity(trx, { accountId, activityType, description, by })
}
