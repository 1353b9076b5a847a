import { includesScope } from '#contract/accounts/token-scopes.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ACCESS_TOKEN_PREFIX, type Authenticate } from '#server/platform/http/requests/authentication.ts'
import { ACCOUNT_COLUMNS } from '../profile/account-columns.ts'
import { ASKING_PERSON, entered, split } from '../sign-in/asking-person.ts'
import { hashToken } from '../sign-in/sessions.ts'
import { isAccessToken } from './token-text.ts'

/** A last use this old is written again. */
const NOTED_EVERY_MS = 5 * 60_000

/**
 * Sessions as `bySession` finds them, and access tokens: each is read from the database on every request, with the role
 * that its member has now. A token that was revoked, has expired, or whose circle is suspended is refused with the reason.
 */
export function authenticateByToken({ db, clock }: { db: Db; clock: Clock }, bySession: Authenticate): Authenticate {
  return async (token) => {
    if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return bySession(token)
    if (!isAccessToken(token)) throw refused("This access token isn't complete. Please copy it again.")
    const tokenHash = hashToken(token)
    const [row] = await readToken(db, { tokenHash })
    if (!row) throw refused('This access token is not valid.')
    const { tokenId, scopes, expiresAt, revokedAt, lastUsedAt, memberRole: role, mayHearCalls, ...rest } = row
    const now = clock.now()
    if (revokedAt) throw refused('This access token has been revoked.')
    if (expiresAt <= now) throw refused('This access token has expired. Please create a new one in Settings.')
    if (rest.suspendedByAdminAt) throw refused('This account is suspended.')
    if (rest.deletionBeganAt) throw refused('This access token is not valid.')
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS) await noteUse(db, tokenId, now)
    const session = entered(split(rest), { role, mayHearCalls })
    const { account } = session
    const mayHear = account.mayHear && includesScope(scopes, 'words:read')
    const mayAnswer = includesScope(scopes, 'incidents:write')
    return { ...session, account: { ...account, mayHear, mayAnswer }, tokenHash, accessToken: { id: tokenId, scopes } }
  }
}

const refused = (message: string) => new AppError('unauthenticated', message)

const readToken = preparedStatement((db, { tokenHash }: { tokenHash: Param<Buffer> }) =>
  db
    .selectFrom('accessTokens')
    .innerJoin('people', 'people.id', 'accessTokens.personId')
    .innerJoin('accounts', 'accounts.id', 'accessTokens.accountId')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.accountId', '=', 'accessTokens.accountId')
        .onRef('members.personId', '=', 'accessTokens.personId'),
    )
    .where('accessTokens.tokenHash', '=', tokenHash)
    .select([...ACCOUNT_COLUMNS, 'accessTokens.id as tokenId', 'accessTokens.scopes', 'accessTokens.expiresAt'])
    .select(['accessTokens.revokedAt', 'accessTokens.lastUsedAt'])
    .select(['members.role as memberRole', 'members.mayHearCalls', ...ASKING_PERSON]),
)

async function noteUse(db: Db, id: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTED_EVERY_MS)
  await db
    .updateTable('accessTokens')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', before)]))
    .execute()
}
