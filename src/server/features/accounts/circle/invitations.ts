import { sql } from 'kysely'
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationBody,
  MAX_MEMBERS,
  type OpenInvitation,
} from '#contract/accounts/members.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { Session } from '#server/platform/http/requests/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { MailingDeps } from '../deps.ts'
import { hashToken, newToken } from '../sign-in/sessions.ts'
import { invitationMail } from './circle-mails.ts'
import { circleForStrangers, memberName, nameForStrangers } from './circle-name.ts'
import { lockCircle } from './member-rows.ts'
import { recordMemberActivity } from './members.ts'

type Asking = Pick<Session, 'account' | 'person'>

/** An invitation is a mail to somebody who never asked for one. */
const INVITATIONS: Quota = {
  name: 'invitations',
  limit: 20,
  windowSeconds: 86_400,
  message: "You've sent a lot of invitations today. Please try again tomorrow.",
}

export const INVITATION_OVER =
  "You can't join with this invitation. It may have expired or been used already. Please ask for a new one."

const UNCONFIRMED = 'Please confirm your own email first. Then you can invite others.'

/** The invitations that nobody has accepted yet, the latest first; those that have expired can be sent again. */
export async function listInvitations(db: Db, accountId: number, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'createdAt', 'expiresAt'])
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ createdAt, expiresAt, ...invitation }) => ({
    ...invitation,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= now,
  }))
}

/** Invites an address to a circle, by a mail with a link. Refuses a member, an open invitation, and more than ten people. */
export async function invite(deps: MailingDeps, { account, person }: Asking, body: InvitationBody): Promise<number> {
  const { db, clock } = deps
  return db.transaction().execute(async (trx) => {
    if (person.verifiedEmail === null) throw new AppError('conflict', UNCONFIRMED)
    await lockCircle(trx, account.id)
    const now = clock.now()
    await refuseKnown(trx, account.id, body.email)
    await refuseFull(trx, account.id, now)
    await spendQuota(trx, INVITATIONS, String(account.id), now)
    const token = newToken()
    const { id } = await trx
      .insertInto('invitations')
      .values({
        ...{ accountId: account.id, invitedBy: person.id, email: body.email, role: body.role, note: body.note },
        ...{ tokenHash: hashToken(token), createdAt: now, expiresAt: lastsUntil(now) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await mailInvitation(deps, trx, { account, person }, { ...body, token })
    // Everybody reads the log; the email is the owner's to see.
    await recordMemberActivity(
      trx,
      account,
      'member_updated',
      `${memberName(person)} invited somebody as a ${body.role}`,
    )
    return id
  })
}

/**
 * Mails an invitation again, in the name of who asks, with a new link for another seven days: the old one is void. Refuses
 * somebody who has joined meanwhile, and more than ten people.
 */
export async function resendInvitation(deps: MailingDeps, { account, person }: Asking, id: number): Promise<void> {
  const { db, clock } = deps
  await db.transaction().execute(async (trx) => {
    if (person.verifiedEmail === null) throw new AppError('conflict', UNCONFIRMED)
    await lockCircle(trx, account.id)
    const now = clock.now()
    const token = newToken()
    const before = await trx
      .selectFrom('invitations')
      .select(['email', 'role', 'note', 'expiresAt'])
      .where('id', '=', id)
      .where('accountId', '=', account.id)
      .executeTakeFirst()
    if (!before) throw notFound('Invitation')
    const { expiresAt, ...invitation } = before
    await refuseMember(trx, account.id, invitation.email)
    // One that is open has its place already.
    if (expiresAt <= now) await refuseFull(trx, account.id, now)
    await spendQuota(trx, INVITATIONS, String(account.id), now)
    await trx
      .updateTable('invitations')
      .set({ tokenHash: hashToken(token), expiresAt: lastsUntil(now), invitedBy: person.id })
      .where('id', '=', id)
      .execute()
    await mailInvitation(deps, trx, { account, person }, { ...invitation, token })
    await recordMemberActivity(trx, account, 'member_updated', `${memberName(person)} sent an invitation again`)
  })
}

/** Withdraws an invitation: its link opens nothing any more. */
export async function withdrawInvitation(
  { db }: Pick<MailingDeps, 'db'>,
  { account, person }: Asking,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCircle(trx, account.id)
    const withdrawn = await trx
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('accountId', '=', account.id)
      .executeTakeFirst()
    if (withdrawn.numDeletedRows === 0n) throw notFound('Invitation')
    await recordMemberActivity(trx, account, 'member_updated', `${memberName(person)} withdrew an invitation`)
  })
}

/** What the link says before it is accepted. A token that is unknown, used or expired opens nothing. */
export async function readInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation> {
  const found = await openInvitation(db, token, now)
    .innerJoin('owners', 'owners.accountId', 'invitations.accountId')
    .innerJoin('people as inviter', 'inviter.id', 'invitations.invitedBy')
    .select(['invitations.role', 'owners.firstName', 'inviter.firstName as inviterName'])
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', INVITATION_OVER)
  const { role, firstName, inviterName } = found
  return { circle: circleForStrangers(firstName), invitedBy: nameForStrangers(inviterName), role }
}

/** Open invitations by the token of their link. Nobody joins a circle that is being deleted, or that an admin has suspended. */
export function openInvitation(db: Db, token: string, now: Date) {
  return db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.accountId')
    .where('invitations.tokenHash', '=', hashToken(token))
    .where('invitations.expiresAt', '>', now)
    .where('accounts.deletionBeganAt', 'is', null)
    .where('accounts.suspendedByAdminAt', 'is', null)
}

async function refuseKnown(trx: Trx, accountId: number, email: string): Promise<void> {
  await refuseMember(trx, accountId, email)
  const open = await trx
    .selectFrom('invitations')
    .select('id')
    .where('accountId', '=', accountId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  if (open)
    throw new AppError('conflict', 'They have an invitation already. You can send it again.', { field: 'email' })
}

async function refuseMember(trx: Trx, accountId: number, email: string): Promise<void> {
  const member = await trx
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select('people.id')
    .where('members.accountId', '=', accountId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  if (member) throw new AppError('conflict', 'They already belong to this family.', { field: 'email' })
}

/** Counts members, and those who may still become one: whose invitation has expired holds no place. */
async function refuseFull(trx: Trx, accountId: number, now: Date): Promise<void> {
  const { many } = await trx
    .selectNoFrom(({ selectFrom }) => [
      sql<number>`${selectFrom('members')
        .select((eb) => eb.fn.countAll().as('members'))
        .where('accountId', '=', accountId)} + ${selectFrom('invitations')
        .select((eb) => eb.fn.countAll().as('open'))
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)}`.as('many'),
    ])
    .executeTakeFirstOrThrow()
  if (many < MAX_MEMBERS) return
  throw new AppError('conflict', `A family has at most ${MAX_MEMBERS} people, open invitations included.`)
}

async function mailInvitation(
  { jobs, clock, publicUrl }: MailingDeps,
  trx: Trx,
  { account, person }: Asking,
  { email, role, note: words, token }: Pick<InvitationBody, 'email' | 'role' | 'note'> & { token: string },
): Promise<void> {
  const mail = invitationMail(email, {
    invitedBy: nameForStrangers(person.firstName),
    circle: circleForStrangers(account.firstName),
    role,
    note: words,
    link: `${publicUrl}/join?token=${token}`,
  })
  await enqueueMessage(jobs, trx, { ...mail, createdAt: clock.now() })
}

const lastsUntil = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
