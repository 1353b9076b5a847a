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
import type { Session } from '#server/platform/http/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { MailingDeps } from '../deps.ts'
import { hashToken, newToken } from '../sign-in/sessions.ts'
import { invitationMail } from './circle-mails.ts'
import { circleName, firstNameOf, memberName } from './circle-name.ts'
import { lockCircle } from './member-rows.ts'
import { note } from './members.ts'

type Asking = Pick<Session, 'account' | 'person'>

/** An invitation is a mail to somebody who never asked for one. */
const INVITATIONS: Quota = {
  name: 'invitations',
  limit: 20,
  windowSeconds: 86_400,
  message: "You've sent a lot of invitations today. Please try again tomorrow.",
}

export const INVITATION_OVER = 'This invitation has expired or has already been used. Please ask for a new one.'

const UNCONFIRMED = 'Please confirm your own email first. Then you can invite others.'

/** The invitations that nobody has accepted yet, the latest first. */
export async function listInvitations(db: Db, accountId: number, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'createdAt', 'expiresAt'])
    .where('accountId', '=', accountId)
    .where('acceptedAt', 'is', null)
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
    if ((await countPeople(trx, account.id)) >= MAX_MEMBERS) {
      throw new AppError('conflict', `A family has at most ${MAX_MEMBERS} people, open invitations included.`)
    }
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
    await note(trx, account, `${memberName(person)} invited somebody as a ${body.role}`)
    return id
  })
}

/** Mails an open invitation again, with a new link for another seven days: the old one is void. */
export async function resendInvitation(deps: MailingDeps, { account, person }: Asking, id: number): Promise<void> {
  const { db, clock } = deps
  await db.transaction().execute(async (trx) => {
    const now = clock.now()
    const token = newToken()
    const invitation = await trx
      .updateTable('invitations')
      .set({ tokenHash: hashToken(token), expiresAt: lastsUntil(now) })
      .where('id', '=', id)
      .where('accountId', '=', account.id)
      .where('acceptedAt', 'is', null)
      .returning(['email', 'role', 'note'])
      .executeTakeFirst()
    if (!invitation) throw notFound('Invitation')
    await spendQuota(trx, INVITATIONS, String(account.id), now)
    await mailInvitation(deps, trx, { account, person }, { ...invitation, token })
  })
}

/** Withdraws an invitation: its link opens nothing any more. */
export async function withdrawInvitation(db: Db, accountId: number, id: number): Promise<void> {
  const withdrawn = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst()
  if (withdrawn.numDeletedRows === 0n) throw notFound('Invitation')
}

/** What the link says before it is accepted. A token that is unknown, used or expired opens nothing. */
export async function readInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation> {
  const found = await openInvitation(db, token, now)
    .innerJoin('owners', 'owners.accountId', 'invitations.accountId')
    .innerJoin('people as inviter', 'inviter.id', 'invitations.invitedBy')
    .select(['invitations.role', 'owners.firstName', 'owners.username'])
    .select(['inviter.firstName as inviterName', 'inviter.username as inviterUsername'])
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', INVITATION_OVER)
  const { role, inviterName, inviterUsername, ...owner } = found
  const invitedBy = firstNameOf({ firstName: inviterName, username: inviterUsername })
  return { circle: circleName(owner), invitedBy, role }
}

/** Open invitations by the token of their link. */
export function openInvitation(db: Db, token: string, now: Date) {
  return db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.accountId')
    .where('invitations.tokenHash', '=', hashToken(token))
    .where('invitations.acceptedAt', 'is', null)
    .where('invitations.expiresAt', '>', now)
    .where('accounts.deletionBeganAt', 'is', null)
}

async function refuseKnown(trx: Trx, accountId: number, email: string): Promise<void> {
  const isSame = sql<boolean>`lower(email) = lower(${email})`
  const member = await trx
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select('people.id')
    .where('members.accountId', '=', accountId)
    .where(isSame)
    .executeTakeFirst()
  if (member) throw new AppError('conflict', 'They already belong to this family.', { field: 'email' })
  const open = await trx
    .selectFrom('invitations')
    .select('id')
    .where('accountId', '=', accountId)
    .where('acceptedAt', 'is', null)
    .where(isSame)
    .executeTakeFirst()
  if (open)
    throw new AppError('conflict', 'They have an invitation already. You can send it again.', { field: 'email' })
}

/** Members, and those who may still become one. */
async function countPeople(trx: Trx, accountId: number): Promise<number> {
  const count = async (table: 'members' | 'invitations') => {
    const { many } = await trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('many'))
      .where('accountId', '=', accountId)
      .$if(table === 'invitations', (query) => query.where(sql<boolean>`accepted_at is null`))
      .executeTakeFirstOrThrow()
    return many
  }
  return (await count('members')) + (await count('invitations'))
}

async function mailInvitation(
  { jobs, clock, publicUrl }: MailingDeps,
  trx: Trx,
  { account, person }: Asking,
  { email, role, note: words, token }: Pick<InvitationBody, 'email' | 'role' | 'note'> & { token: string },
): Promise<void> {
  const mail = invitationMail(email, {
    invitedBy: firstNameOf(person),
    circle: circleName(account),
    role,
    note: words,
    link: `${publicUrl}/join?token=${token}`,
  })
  await enqueueMessage(jobs, trx, { ...mail, createdAt: clock.now() })
}

const lastsUntil = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
