import type { RegisterBody } from '#contract/accounts/sign-in/credentials.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person, Session } from '#server/platform/http/requests/authentication.ts'
import { refuseEasilyGuessed } from '../passwords/refuse-easily-guessed.ts'
import { createPerson, type RegistrationDeps } from '../profile/register.ts'
import { requestVerification } from '../verification/email-verification.ts'
import { joinedMail } from './circle-mails.ts'
import { memberName } from './circle-name.ts'
import { enterCircle } from './circles.ts'
import { INVITATION_OVER, openInvitation } from './invitations.ts'
import { lockCircle } from './member-rows.ts'
import { recordMemberActivity } from './members.ts'

/** Somebody who has signed in joins a circle, and their session enters it. Returns its id. A second use of the link is refused. */
export async function acceptAsPerson(
  deps: RegistrationDeps,
  token: string,
  { person, tokenHash }: Pick<Session, 'person' | 'tokenHash'>,
): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    const { accountId } = await join(deps, trx, token, person)
    await enterCircle(trx, { tokenHash, personId: person.id }, accountId)
    return accountId
  })
}

/**
 * Somebody without a login registers and joins a circle: no circle of their own and no trial is made. The address that was
 * invited counts as confirmed, since the link arrived there; another one is mailed the usual link.
 */
export async function acceptAsNewcomer(
  deps: RegistrationDeps,
  token: string,
  body: RegisterBody,
): Promise<Person & { accountId: number }> {
  const { db, clock, verifiesEmail } = deps
  const { username, email, password, firstName = null, lastName = null } = body
  await refuseEasilyGuessed(password, { username, email, firstName, lastName }, 'password')
  const invited = await openInvitation(db, token, clock.now()).select('invitations.email').executeTakeFirst()
  if (!invited) throw new AppError('not_found', INVITATION_OVER)
  const isVerified = !verifiesEmail || invited.email.toLowerCase() === body.email.toLowerCase()
  return createPerson(db, body, clock.now(), {
    isVerified,
    async onCreated(trx, person) {
      const { accountId } = await join(deps, trx, token, person)
      const joined = { ...person, accountId }
      if (!isVerified) await requestVerification(deps, trx, joined)
      return joined
    },
  })
}

async function join(
  { clock, jobs }: Pick<RegistrationDeps, 'clock' | 'jobs'>,
  trx: Trx,
  token: string,
  person: Person,
): Promise<{ accountId: number }> {
  const now = clock.now()
  const found = await openInvitation(trx, token, now).select('invitations.accountId').executeTakeFirst()
  if (!found) throw new AppError('not_found', INVITATION_OVER)
  const { accountId } = found
  await lockCircle(trx, accountId)
  // Of two at once the second finds none. Nothing is kept of it: who was invited is a member now.
  const invitation = await trx
    .deleteFrom('invitations')
    .where('id', '=', openInvitation(trx, token, now).select('invitations.id'))
    .returning(['role'])
    .executeTakeFirst()
  if (!invitation) throw new AppError('not_found', INVITATION_OVER)
  const { role } = invitation
  const joined = await trx
    .insertInto('members')
    .values({ accountId, personId: person.id, role, mayHearCalls: role === 'carer', joinedAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'personId']).doNothing())
    .returning('personId')
    .executeTakeFirst()
  if (!joined) throw new AppError('conflict', 'You already belong to this family.')
  const name = memberName(person)
  const { firstName, lastName, timezone } = person
  const by = { personId: person.id, name, firstName, lastName, timezone }
  await recordMemberActivity(trx, { id: accountId, by }, 'member_added', `${name} joined the family as a ${role}`)
  const owner = await trx
    .selectFrom('owners')
    .select(['personId as id', 'accountId', 'email', 'firstName', 'username'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  await enqueueMessage(jobs, trx, { ...joinedMail(owner, { name, role }), createdAt: now })
  return { accountId }
}
