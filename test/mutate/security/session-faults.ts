import type { SecurityFault } from './security-fault.ts'

const ACCOUNTS = 'src/server/features/accounts'
const SESSIONS = `${ACCOUNTS}/sign-in/sessions.ts`
const ROUTES_TEST = `${ACCOUNTS}/routes.test.ts`
const TOKENS_TEST = `${ACCOUNTS}/access-tokens/access-tokens.test.ts`
const SECURITY_TEST = `${ACCOUNTS}/security-routes.test.ts`
const NEEDS_PASSWORD = '%s needs the password, and nothing changes without it'

/** Rows 32 to 35: tokens, the end of sessions, and what asks for the password again. */
export const SESSION_FAULTS: readonly SecurityFault[] = [
  {
    row: 32,
    name: 'a token has 64 bits',
    file: SESSIONS,
    text: "return randomBytes(32).toString('base64url')",
    replacement: "return randomBytes(8).toString('base64url')",
    test: { file: ROUTES_TEST, title: 'a session has a token of 256 random bits' },
  },
  {
    row: 32,
    name: 'a token of 256 bits has 64 that come from chance',
    file: SESSIONS,
    text: "return randomBytes(32).toString('base64url')",
    replacement: "return Buffer.concat([randomBytes(8), Buffer.alloc(24)]).toString('base64url')",
    test: { file: ROUTES_TEST, title: 'a session has a token of 256 random bits' },
  },
  {
    row: 32,
    name: 'each sign-in of an account has the same token',
    file: SESSIONS,
    text: '  const token = newToken()\n',
    replacement: "  const token = hashToken(String(person.id)).toString('base64url')\n",
    test: {
      file: ROUTES_TEST,
      title: 'a session is new after every sign-in, and replaces the one this browser had',
    },
  },
  {
    row: 32,
    name: 'the session that a browser had goes on after the next sign-in',
    file: `${ACCOUNTS}/sign-in/login.ts`,
    text: '    if (replaced) await endSessionOf(trx, person.id, replaced)\n',
    replacement: '',
    test: {
      file: ROUTES_TEST,
      title: 'a session is new after every sign-in, and replaces the one this browser had',
    },
  },
  {
    row: 33,
    name: 'a session lasts for thirty days',
    file: SESSIONS,
    text: 'SESSION_SECONDS = 7 * 24',
    replacement: 'SESSION_SECONDS = 30 * 24',
    test: { file: ROUTES_TEST, title: 'a session ends after seven days' },
  },
  {
    row: 33,
    name: 'a session that is used goes on for ever',
    file: SESSIONS,
    text: '    .set({ lastUsedAt: now })\n',
    replacement: '    .set({ lastUsedAt: now, expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000) })\n',
    test: { file: ROUTES_TEST, title: 'a session ends after seven days' },
  },
  {
    row: 33,
    name: 'the end of a session is not looked at',
    file: SESSIONS,
    text: 'if (!found || found.expiresAt <= now) return null',
    replacement: 'if (!found) return null',
    test: { file: ROUTES_TEST, title: 'a session that nobody uses ends after seven days as well' },
  },
  {
    row: 33,
    name: 'a stream of changes goes on when its session has ended',
    file: 'src/server/platform/changes/routes.ts',
    text: '        if (isOver) end(stream)\n',
    replacement: '',
    test: {
      file: 'src/server/platform/changes/routes.test.ts',
      title: 'a comment keeps the connection open, and a session that has ended closes it',
    },
  },
  {
    row: 34,
    name: 'signing out ends nothing on the server',
    file: `${ACCOUNTS}/routes.ts`,
    text: '    await endSession(db, request.session.tokenHash)\n',
    replacement: '',
    test: { file: ROUTES_TEST, title: 'a session ends with the logout, at once and everywhere' },
  },
  {
    row: 34,
    name: 'sessions go on after a reset of the password',
    file: `${ACCOUNTS}/passwords/password-reset.ts`,
    text: '    await endSessionsOf(trx, person.id)\n',
    replacement: '',
    test: {
      file: `${ACCOUNTS}/passwords/password-reset.test.ts`,
      title: 'setting a new password works once, and ends every session',
    },
  },
  {
    row: 34,
    name: 'sessions go on after a change of the password',
    file: `${ACCOUNTS}/passwords/change-password.ts`,
    text: '    await endSessionsOf(trx, person.id)\n',
    replacement: '',
    test: {
      file: SECURITY_TEST,
      title:
        'changing the password keeps this browser signed in, signs out all others, and notifies the account holder',
    },
  },
  {
    row: 34,
    name: 'sessions go on when the account is being deleted',
    file: 'src/server/features/accounts/deletion.ts',
    text: "  await trx.deleteFrom('sessions').where('accountId', '=', accountId).execute()\n",
    replacement: '',
    test: {
      file: 'src/server/features/account-data/deletion.test.ts',
      title:
        'a deletion waits while the card provider does not answer: the account is signed out, and nothing is lost or dialled',
    },
  },
  {
    row: 35,
    name: 'the list of sessions holds those of everybody',
    file: `${ACCOUNTS}/sign-in/list-sessions.ts`,
    text: "    .where('personId', '=', person.id)\n    .where('expiresAt', '>', now)\n",
    replacement: "    .where('expiresAt', '>', now)\n",
    test: {
      file: SECURITY_TEST,
      title: 'the list of sessions names devices and addresses, this one first, and no other account’s',
    },
  },
  {
    row: 35,
    name: 'a phone whose session was ended goes on showing news',
    file: `${ACCOUNTS}/sign-in/list-sessions.ts`,
    text: '    if (ended.deviceHash) await',
    replacement: '    if (ended.deviceHash && id < 0) await',
    test: {
      file: 'src/server/features/notifications/push/push.test.ts',
      title: 'ending a session from another device ends the notifications of its browser, and no others',
    },
  },
  {
    row: 35,
    name: 'ending the other sessions ends none',
    file: `${ACCOUNTS}/sign-in/list-sessions.ts`,
    text: "    .where('tokenHash', '<>', tokenHash)\n",
    replacement: "    .where('tokenHash', '=', tokenHash)\n    .where('id', '<', 0)\n",
    test: { file: SECURITY_TEST, title: 'all other sessions end together, and those of other accounts go on' },
  },
  {
    row: 35,
    name: 'a session alone is enough to take the e-mail and the phone',
    file: `${ACCOUNTS}/profile/update-profile.ts`,
    text: 'if (isReachedElsewhere(person, changes)) {',
    replacement: 'if (isReachedElsewhere(person, changes) && person.id < 0) {',
    test: { file: SECURITY_TEST, title: NEEDS_PASSWORD },
  },
  {
    row: 35,
    name: 'a session alone is enough to plan the deletion of the account',
    file: 'src/server/features/account-data/request-deletion.ts',
    text: "  await confirmPassword(deps, person, { password, device, field: 'password' })\n",
    replacement: '',
    test: { file: SECURITY_TEST, title: NEEDS_PASSWORD },
  },
  {
    row: 35,
    name: 'a session alone is enough to switch on a second factor',
    file: `${ACCOUNTS}/second-factor/switch-on.ts`,
    text: "  await confirmPassword({ db, clock }, person, { password, device, field: 'password' })\n",
    replacement: '',
    test: { file: SECURITY_TEST, title: NEEDS_PASSWORD },
  },
  {
    row: 32,
    name: 'an access token does what it has no scope for',
    file: 'src/server/platform/http/requests/authentication.ts',
    text: '  if (includesScope(scopes, wanted)) return\n',
    replacement: '  if (scopes.length > 0 || includesScope(scopes, wanted)) return\n',
    test: { file: TOKENS_TEST, title: 'it reads what its scope names, and nothing else' },
  },
  {
    row: 32,
    name: 'an access token hears what was said without a scope for words',
    file: `${ACCOUNTS}/access-tokens/authenticate-by-token.ts`,
    text: "account.mayHear && includesScope(scopes, 'words:read')",
    replacement: 'account.mayHear',
    test: { file: TOKENS_TEST, title: 'without a scope for words it hears nothing that was said' },
  },
  {
    row: 33,
    name: 'an access token goes on after it was revoked',
    file: `${ACCOUNTS}/access-tokens/authenticate-by-token.ts`,
    text: "    if (revokedAt) throw refused('This access token has been revoked.')\n",
    replacement: '',
    test: { file: TOKENS_TEST, title: 'a token that was revoked is refused, and says so' },
  },
  {
    row: 33,
    name: 'an access token has no end',
    file: `${ACCOUNTS}/access-tokens/authenticate-by-token.ts`,
    text: 'if (expiresAt <= now) throw',
    replacement: 'if (expiresAt <= new Date(0)) throw',
    test: { file: TOKENS_TEST, title: 'a token that has expired is refused, and says so' },
  },
]
