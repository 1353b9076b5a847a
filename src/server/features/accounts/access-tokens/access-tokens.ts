import type { Selectable } from 'kysely'
import {
  type AccessToken,
  type CreateAccessTokenBody,
  type CreatedAccessToken,
  MAX_TOKENS,
} from '#contract/accounts/access-tokens.ts'
import { hasRight, ROUTE_RIGHTS, WHO_MAY } from '#contract/accounts/rights.ts'
import { ROUTE_SCOPES, type TokenScope } from '#contract/accounts/token-scopes.ts'
import { formatDate } from '#core/format/dates.ts'
import { recordAction } from '#server/features/audit/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { AccessTokensTable } from '#server/platform/database/schema.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { Member, Session } from '#server/platform/http/requests/authentication.ts'
import { circleName } from '../circle/circle-name.ts'
import { recordMemberActivity } from '../circle/members.ts'
import type { MailingDeps } from '../deps.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { confirmCode } from '../second-factor/confirm-code.ts'
import type { SecondFactorDeps } from '../second-factor/switch-on.ts'
import { hashToken } from '../sign-in/sessions.ts'
import { accessTokenCreatedMail } from './access-token-mails.ts'
import { countTokens, livingTokens } from './count-tokens.ts'
import { newAccessToken } from './token-text.ts'

export type AccessTokenDeps = MailingDeps & SecondFactorDeps

type Asking = Pick<Session, 'account' | 'person' | 'member'>

const DAY_MS = 86_400_000
const LISTED = ['id', 'name', 'scopes', 'lastFour', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'] as const

/** The person's tokens in the circle that they are in, the newest first: also those that were revoked or have expired lately. */
export async function listAccessTokens(
  db: Db,
  { account, person }: Pick<Session, 'account' | 'person'>,
): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('accessTokens')
    .select(LISTED)
    .where('accountId', '=', account.id)
    .where('personId', '=', person.id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(present)
}

/**
 * Makes a token for who knows the password and, where signing in asks for a code, has one, bound to the circle that they are in, and returns it: it is stored as a hash
 * alone. Refuses scopes that the member's role never allows (`invalid` on `scopes`) and more than twenty tokens at once
 * (`conflict`). The member is mailed; the activity log and the audit log say so.
 */
export async function createAccessToken(
  deps: AccessTokenDeps,
  { account, person, member }: Asking,
  { name, scopes, expiresInDays, password, code }: CreateAccessTokenBody,
  { device, address }: { device: string | undefined; address: string },
): Promise<CreatedAccessToken> {
  const { db, jobs, clock } = deps
  const tooMuch = scopes.find((scope) => !mayEverUse(member, scope))
  if (tooMuch) {
    const message = `You can't give a token the scope ${tooMuch}. ${WHO_MAY[tooMuch.startsWith('words') ? 'hear' : 'care']}`
    throw new AppError('invalid', message, { field: 'scopes' })
  }
  await confirmPassword({ db, clock }, person, { password, device, field: 'password' })
  await confirmCode(deps, person, { code, address })
  const token = newAccessToken()
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    // One at a time, so that two at once do not pass the limit.
    await trx.selectFrom('people').select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
    if ((await countTokens(trx, { accountId: account.id, personId: person.id }, now)) >= MAX_TOKENS) {
      throw new AppError('conflict', `You have ${MAX_TOKENS} access tokens. Please revoke one first.`)
    }
    const row = await trx
      .insertInto('accessTokens')
      .values({
        ...{ accountId: account.id, personId: person.id, name, scopes },
        ...{ tokenHash: hashToken(token), lastFour: token.slice(-4), createdAt: now },
        expiresAt: new Date(now.getTime() + expiresInDays * DAY_MS),
      })
      .returning(LISTED)
      .executeTakeFirstOrThrow()
    await recordMemberActivity(
      trx,
      account,
      'member_updated',
      `${account.by.name} created the access token "${name}" (ends in ${row.lastFour})`,
    )
    await noteToken(trx, 'access_token.created', { accountId: account.id, ...row, at: now })
    await enqueueMessage(jobs, trx, {
      ...accessTokenCreatedMail(
        { ...person, accountId: account.id },
        { name, circle: circleName(account), until: formatDate(row.expiresAt, person.timezone) },
      ),
      createdAt: now,
    })
    return { ...present(row), token }
  })
}

/** Revokes one token of the person. One that is revoked already stays so; those of others are not found. */
export async function revokeAccessToken(
  { db, clock }: Pick<MailingDeps, 'db' | 'clock'>,
  { account, person }: Asking,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('accessTokens')
      .select(['id', 'name', 'lastFour', 'scopes', 'revokedAt'])
      .where('id', '=', id)
      .where('accountId', '=', account.id)
      .where('personId', '=', person.id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('Access token')
    if (found.revokedAt) return
    const now = clock.now()
    await trx.updateTable('accessTokens').set({ revokedAt: now }).where('id', '=', id).execute()
    await recordMemberActivity(
      trx,
      account,
      'member_updated',
      `${account.by.name} revoked the access token "${found.name}" (ends in ${found.lastFour})`,
    )
    await noteToken(trx, 'access_token.revoked', { accountId: account.id, ...found, at: now })
  })
}

/** Revokes every token of a person, in whatever circle. Returns how many could still be used. */
export async function revokeTokensOf(trx: Trx, personId: number, now: Date): Promise<number> {
  const revoked = await livingTokens(trx, { personId }, now)
    .select(['id', 'accountId', 'lastFour', 'scopes'])
    .forUpdate()
    .execute()
  for (const { id, ...token } of revoked) {
    await trx.updateTable('accessTokens').set({ revokedAt: now }).where('id', '=', id).execute()
    await noteToken(trx, 'access_token.revoked', { ...token, at: now })
  }
  return revoked.length
}

/** Whether some route that the scope opens is within the member's rights. */
function mayEverUse(member: Member, scope: TokenScope): boolean {
  if (scope.startsWith('incidents')) return true
  const routes = Object.entries(ROUTE_SCOPES).filter(([, wanted]) => wanted === scope)
  const rights: Partial<Record<string, (typeof ROUTE_RIGHTS)[keyof typeof ROUTE_RIGHTS]>> = ROUTE_RIGHTS
  return routes.some(([route]) => hasRight(member, rights[route] ?? 'admin'))
}

/** The audit log outlives accounts: it names the account by its number, and the token by its last four characters. */
async function noteToken(
  trx: Trx,
  action: 'access_token.created' | 'access_token.revoked',
  { accountId, lastFour, scopes, at }: { accountId: number; lastFour: string; scopes: readonly string[]; at: Date },
): Promise<void> {
  await recordAction(trx, {
    account: { id: null, username: `account ${accountId}` },
    action,
    detail: `…${lastFour}: ${scopes.join(' ')}`,
    address: null,
    at,
  })
}

function present(row: Pick<Selectable<AccessTokensTable>, (typeof LISTED)[number]>): AccessToken {
  const { createdAt, expiresAt, lastUsedAt, revokedAt, ...token } = row
  return {
    ...token,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
