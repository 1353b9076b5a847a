// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands here is text of the code
import type { SecurityFault } from './security-fault.ts'

const ACCOUNTS = 'src/server/features/accounts'
const ROUTES_TEST = `${ACCOUNTS}/routes.test.ts`
const SECURITY_TEST = `${ACCOUNTS}/security-routes.test.ts`
const RESET_TEST = `${ACCOUNTS}/passwords/password-reset.test.ts`
const WHO_EXISTS_TEST = `${ACCOUNTS}/sign-in/who-exists.test.ts`
const FACTOR = `${ACCOUNTS}/second-factor`

/** Rows 22 to 31: passwords, guessing, links that set them, and the second factor. */
export const PASSWORD_FAULTS: readonly SecurityFault[] = [
  {
    row: 22,
    name: 'seven characters are enough to register',
    file: 'src/contract/accounts/sign-in/credentials.ts',
    text: ".min(8, 'Password must be at least 8 characters')",
    replacement: ".min(7, 'Password must be at least 8 characters')",
    test: { file: ROUTES_TEST, title: 'registering refuses %s %j in the words of the form' },
  },
  {
    row: 22,
    name: 'a leaked password can be changed to',
    file: `${ACCOUNTS}/passwords/change-password.ts`,
    text: "  await refuseEasilyGuessed(newPassword, person, 'newPassword')\n",
    replacement: '',
    test: { file: SECURITY_TEST, title: 'changing the password refuses as %s %j' },
  },
  {
    row: 22,
    name: 'a leaked password can be set by a link',
    file: `${ACCOUNTS}/passwords/refuse-easily-guessed.ts`,
    text: 'if (!(await isLeakedPassword(password)) && ',
    replacement: 'if (',
    test: { file: SECURITY_TEST, title: 'a link from a mail does not set a commonly guessed password either' },
  },
  {
    row: 22,
    name: 'a leaked password with a sign behind it is taken',
    file: `${ACCOUNTS}/passwords/leaked-passwords.ts`,
    text: '  return leaked.has(typed) || leaked.has(bare)',
    replacement: '  return leaked.has(typed) && bare !== null',
    test: {
      file: `${ACCOUNTS}/passwords/leaked-passwords.test.ts`,
      title: '%s is a leaked password, whatever is put around it',
    },
  },
  {
    row: 23,
    name: 'a password is changed without the present one',
    file: `${ACCOUNTS}/passwords/confirm-password.ts`,
    text: 'if (!stored || !isRight) throw',
    replacement: 'if (!stored) throw',
    test: { file: SECURITY_TEST, title: 'changing the password refuses as %s %j' },
  },
  {
    row: 24,
    name: 'a long password is cut off',
    file: `${ACCOUNTS}/passwords/passwords.ts`,
    text: "Buffer.from(password.normalize('NFKC'), 'utf8')",
    replacement: "Buffer.from(password.normalize('NFKC').slice(0, 72), 'utf8')",
    test: { file: `${ACCOUNTS}/passwords/passwords.test.ts`, title: 'long passwords are not cut off' },
  },
  {
    row: 24,
    name: 'a password manager cannot recognise the password field',
    file: 'src/web/features/auth/sign-in-form.tsx',
    text: 'autoComplete="current-password"',
    replacement: 'autoComplete="off"',
    test: { file: 'src/web/features/auth/auth.test.tsx', title: 'password managers can identify each field' },
  },
  {
    row: 24,
    name: 'a password cannot be pasted',
    file: 'src/web/features/auth/sign-in-form.tsx',
    text: 'autoComplete="current-password"',
    replacement: 'autoComplete="current-password" onPaste={(event) => event.preventDefault()}',
    test: { file: 'src/web/features/auth/auth.test.tsx', title: 'a password can be pasted, of a thousand letters too' },
  },
  {
    row: 25,
    name: 'guesses from one address are not slowed down',
    file: `${ACCOUNTS}/sign-in/login-throttle.ts`,
    text: '    if (deviceHash === undefined && address !== null) await refuseByAddress(trx, { address, what }, now)\n',
    replacement: '',
    test: {
      file: ROUTES_TEST,
      title:
        'ten wrong names at the address of a carrier block nobody there; after a hundred in ten minutes that address has to wait',
    },
  },
  {
    row: 25,
    name: 'guesses at one account from many addresses are not slowed down',
    file: `${ACCOUNTS}/sign-in/login-throttle.ts`,
    text: '    await refuseByAccount(trx, { ...loginTry, deviceHash, what }, now)\n',
    replacement: '',
    test: {
      file: ROUTES_TEST,
      title: 'guessing a password from many addresses slows down, and the right one still works after the wait',
    },
  },
  {
    row: 25,
    name: 'a stranger locks the owner out',
    file: `${ACCOUNTS}/sign-in/login-throttle.ts`,
    text: '.$if(deviceHash === undefined && isKnownAddress,',
    replacement: '.$if(deviceHash === undefined && isKnownAddress && address === "",',
    test: { file: ROUTES_TEST, title: 'a stranger who guesses elsewhere does not delay the owner at home' },
  },
  {
    row: 25,
    name: 'guesses at once are counted as one',
    file: `${ACCOUNTS}/sign-in/login-throttle.ts`,
    text: '    await sql`select pg_advisory_xact_lock(hashtextextended(${`login address ${address}`}, 0))`.execute(trx)\n',
    replacement: '',
    test: { file: ROUTES_TEST, title: 'guesses at a password sent at once are counted one by one' },
  },
  {
    row: 26,
    name: 'a product in production has an admin with a known password',
    file: 'src/server/demo.ts',
    text: "  if (env.NODE_ENV === 'production') return null\n",
    replacement: '',
    test: { file: 'src/server/demo.test.ts', title: 'a database in production gets no account from us' },
  },
  {
    row: 26,
    name: 'an admin is added where somebody has registered',
    file: `${ACCOUNTS}/sign-in/demo-accounts.ts`,
    text: "  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return\n",
    replacement: '',
    test: {
      file: `${ACCOUNTS}/sign-in/demo-accounts.test.ts`,
      title: 'an empty database gets a demo account with samples and an admin, once',
    },
  },
  {
    row: 27,
    name: 'an admin without a second factor enters where it is required',
    file: 'src/server/composition/app.ts',
    text: "parts.adminSecondFactor === 'required' ? requireSecondFactor(parts.db) : undefined",
    replacement: 'undefined && requireSecondFactor(parts.db)',
    test: {
      file: `${FACTOR}/routes.test.ts`,
      title: 'an admin without codes is sent to their settings, and everything else stays open to them',
    },
  },
  {
    row: 27,
    name: 'with real phones an admin needs no second factor',
    file: 'src/server/platform/phones/real-phones.ts',
    text: "hasRealPhones(env) ? 'required' : env.ADMIN_SECOND_FACTOR",
    replacement: 'env.ADMIN_SECOND_FACTOR',
    test: {
      file: 'src/server/platform/phones/real-phones.test.ts',
      title:
        'with real phones admins need a second factor whatever the variable says; a provider on this machine is no real one',
    },
  },
  {
    row: 27,
    name: 'the password alone signs in an account with a second factor',
    file: `${ACCOUNTS}/sign-in/login.ts`,
    text: "  if (!typed) throw new AppError('unauthenticated', CODE_NEEDED, { field: 'code' })\n",
    replacement: '  if (!typed) return\n',
    test: { file: `${FACTOR}/routes.test.ts`, title: 'signing in asks for the code only after the right password' },
  },
  {
    row: 27,
    name: 'a passkey stands for the code although its device did not recognise its owner',
    file: `${ACCOUNTS}/passkeys/verify-passkey.ts`,
    text: `    requireUserVerification: true,
    // The count`,
    replacement: `    requireUserVerification: false,
    // The count`,
    test: {
      file: `${ACCOUNTS}/passkeys/passkeys.test.ts`,
      title: 'an unknown passkey, a wrong signature and everything else that is not right get the same answer',
    },
  },
  {
    row: 27,
    name: 'a passkey is added without the code that signing in asks for',
    file: `${ACCOUNTS}/second-factor/confirm-code.ts`,
    text: "  if (!code) throw new AppError('invalid', CODE_NEEDED, { field: 'code' })\n",
    replacement: '  if (!code) return\n',
    test: {
      file: `${ACCOUNTS}/passkeys/passkeys.test.ts`,
      title: 'where signing in asks for a code, adding a passkey does too',
    },
  },
  {
    row: 28,
    name: 'a change of the password is not reported',
    file: `${ACCOUNTS}/passwords/change-password.ts`,
    text: `    await enqueueMessage(jobs, trx, {
      ...passwordChangedMail(person, "we've signed out every other device", left),
      createdAt: now,
    })
`,
    replacement: '',
    test: {
      file: SECURITY_TEST,
      title:
        'changing the password keeps this browser signed in, signs out all others, and notifies the account holder',
    },
  },
  {
    row: 28,
    name: 'a change of the e-mail is not reported',
    file: `${ACCOUNTS}/profile/profile-changes.ts`,
    text: '  await enqueueMessage(jobs, trx, { ...contactDetailsChangedMail(old, { changes, link }), createdAt: now })\n',
    replacement: '',
    test: {
      file: `${ACCOUNTS}/profile/update-profile.test.ts`,
      title: 'the old address and the old number are notified of a change, each with a link',
    },
  },
  {
    row: 29,
    name: 'a sign-in with an unknown name is refused without a hash',
    file: `${ACCOUNTS}/passwords/passwords.ts`,
    text: '  const { cost, salt, key } = parse(hash ?? NOBODYS_HASH)\n',
    replacement: '  if (hash === undefined) return false\n  const { cost, salt, key } = parse(hash ?? NOBODYS_HASH)\n',
    test: { file: WHO_EXISTS_TEST, title: 'a sign-in with a %s costs the same whether or not it is known' },
  },
  {
    row: 29,
    name: 'the request for a link checks whether the e-mail is known',
    file: `${ACCOUNTS}/passwords/password-reset.ts`,
    text: '  await jobs.send(db, sendResetLinkJob, { email, requestId: randomUUID() })\n',
    replacement: `  const known = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  if (known) await db.selectFrom('accounts').select('id').where('id', '=', known.id).execute()
  await jobs.send(db, sendResetLinkJob, { email, requestId: randomUUID() })
`,
    test: {
      file: WHO_EXISTS_TEST,
      title: 'a request for a reset link costs the same whether or not the e-mail is known',
    },
  },
  {
    row: 30,
    name: 'a reset link is good for a day',
    file: `${ACCOUNTS}/passwords/password-reset.ts`,
    text: 'const LINK_MINUTES = 60',
    replacement: 'const LINK_MINUTES = 1440',
    test: { file: RESET_TEST, title: 'setting a new password is too late after 60 minutes' },
  },
  {
    row: 30,
    name: 'used twice at once, a reset link counts twice',
    file: `${ACCOUNTS}/passwords/password-reset.ts`,
    text: "      .where('tokenHash', '=', tokenHash)\n      .where('usedAt', 'is', null)\n",
    replacement: "      .where('tokenHash', '=', tokenHash)\n",
    test: { file: RESET_TEST, title: 'a reset link used twice at the same moment counts once' },
  },
  {
    row: 31,
    name: 'an admin can give a password to a person',
    file: `${ACCOUNTS}/profile/update-profile.ts`,
    text: '  const { phoneNumber, currentPassword, ...others } = body\n',
    replacement: `  const { phoneNumber, currentPassword, ...others } = body
  if (account.role === 'admin') {
    const passwordHash = 'set by an admin'
    await db.updateTable('people').set({ passwordHash }).where('id', '<>', account.id).execute()
  }
`,
    test: {
      file: 'test/route-access.test.ts',
      title: 'only its owner enters a password: an admin has no field for somebody else’s',
    },
  },
]
