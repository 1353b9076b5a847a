import type { SecurityFault } from './security-fault.ts'

const CALLS = 'src/server/features/calls'
const ADMIN = 'src/server/features/admin'
const ACCOUNTS = 'src/server/features/accounts'
const WHOLE = { file: 'test/whole-or-nothing.test.ts', title: '$what is saved whole or not at all' }
const CALL_NOW_TEST = `${CALLS}/changes/call-now.test.ts`
const LIMITS_TEST = 'src/server/features/billing/limits/limits.test.ts'

/** Rows 8 to 10: whole or not at all, many at once, quotas. */
export const LIMIT_FAULTS: readonly SecurityFault[] = [
  {
    row: 8,
    name: 'a contact is removed without a transaction',
    file: 'src/server/features/contacts/contacts.ts',
    text: `  return db.transaction().execute(async (trx) => {
    const before = await ownContact(trx, accountId, contactId).executeTakeFirst()
    if (!before) throw notFound('Contact')
    await lockLovedOne(trx, accountId, before.lovedOneId)
    const contact = await lockOwn(trx, accountId, contactId)
    const { name, lovedOneId, lovedOneName } =`,
    replacement: `  return Promise.resolve(db).then(async (trx) => {
    const before = await ownContact(trx, accountId, contactId).executeTakeFirst()
    if (!before) throw notFound('Contact')
    await lockLovedOne(trx, accountId, before.lovedOneId)
    const contact = await lockOwn(trx as never, accountId, contactId)
    const { name, lovedOneId, lovedOneName } =`,
    test: WHOLE,
  },
  {
    row: 8,
    name: 'a call is changed without a transaction',
    file: `${CALLS}/changes/edit-call.ts`,
    text: 'await db.transaction().execute(async (trx) => {',
    replacement: 'await Promise.resolve(db).then(async (trx) => {',
    test: WHOLE,
  },
  {
    row: 8,
    name: 'what is created is created without a transaction',
    file: 'src/server/platform/http/answers/create-once.ts',
    text: '  return db.transaction().execute(async (trx) => {\n    if (key === undefined)',
    replacement: '  return Promise.resolve(db).then(async (trx) => {\n    if (key === undefined)',
    test: WHOLE,
  },
  {
    row: 8,
    name: 'a password is changed without a transaction',
    file: `${ACCOUNTS}/passwords/change-password.ts`,
    text: '  return db.transaction().execute(async (trx) => {',
    replacement: '  return Promise.resolve(db).then(async (trx) => {',
    test: WHOLE,
  },
  {
    row: 8,
    name: 'one of two that wait for each other is lost',
    file: 'src/server/platform/database/statements/retrying-transaction.ts',
    text: "new Set(['40P01', '40001',",
    replacement: 'new Set([',
    test: {
      file: 'src/server/platform/database/statements/retrying-transaction.test.ts',
      title: 'two transactions that wait for each other are both done, each once',
    },
  },
  {
    row: 9,
    name: 'a limit is looked at before the row of the account is locked',
    file: 'src/server/features/billing/limits/limits.ts',
    text: "      .forNoKeyUpdate('accounts')\n",
    replacement: '',
    test: {
      file: LIMITS_TEST,
      title: 'many requests at once book no more than thirty calls, by any number of people for any time of the month',
    },
  },
  {
    row: 9,
    name: 'a quota is read, and written afterwards',
    file: 'src/server/platform/visitors/quota.ts',
    text: '  const { used, windowStartedAt } = await db\n',
    replacement: `  const read = await db
    .selectFrom('quotaUses')
    .select('used')
    .where('quota', '=', quota.name)
    .where('subject', '=', subject)
    .where('windowStartedAt', '>', new Date(now.getTime() - quota.windowSeconds * 1000))
    .executeTakeFirst()
  if ((read?.used ?? 0) < quota.limit) quota = { ...quota, limit: 1_000_000 }
  const { used, windowStartedAt } = await db
`,
    test: {
      file: 'src/server/platform/visitors/quota.test.ts',
      title: 'many uses at the same moment never exceed the quota of a subject',
    },
  },
  {
    row: 9,
    name: 'each press on Call Now is a call',
    file: `${CALLS}/changes/call-now.ts`,
    text: 'async function extraCall(trx: Trx, call: OwnCall, now: Date) {\n',
    replacement: `async function extraCall(trx: Trx, call: OwnCall, now: Date) {
  await trx
    .updateTable('calls')
    .set({ extraOfScheduleId: null })
    .where('extraOfScheduleId', '=', call.scheduleId)
    .execute()
`,
    test: { file: CALL_NOW_TEST, title: '%s, pressed fifty times at once while the dials are made, rings once' },
  },
  {
    row: 10,
    name: 'Call Now has no quota',
    file: `${CALLS}/changes/call-now.ts`,
    text: '    await spendQuota(trx, CALLS_NOW, String(account.id), now)\n',
    replacement: '',
    test: {
      file: CALL_NOW_TEST,
      title:
        'more than sixty presses of Call Now an hour, also at once, are refused with the time to wait; the calls stay where they were',
    },
  },
  {
    row: 10,
    name: 'test calls have no quota',
    file: `${ADMIN}/testing/place-test-call.ts`,
    text: '    await spendQuota(trx, TEST_CALLS, String(account.id), now)\n',
    replacement: '',
    test: { file: `${ADMIN}/testing/place-test-call.test.ts`, title: 'test calls can be made 60 times an hour' },
  },
  {
    row: 10,
    name: 'test texts have no quota',
    file: `${ADMIN}/testing/send-test-text.ts`,
    text: '    await spendQuota(trx, TEST_TEXTS, String(admin.account.id), at)\n',
    replacement: '',
    test: { file: `${ADMIN}/testing/send-test-text.test.ts`, title: 'test texts can be sent 60 times an hour' },
  },
  {
    row: 10,
    name: 'reset links to one e-mail have no quota',
    file: `${ACCOUNTS}/passwords/password-reset.ts`,
    text: '  await spendQuota(db, RESETS_PER_EMAIL, mailboxOf(email), clock.now())\n',
    replacement: '',
    test: {
      file: `${ACCOUNTS}/passwords/password-reset.test.ts`,
      title: 'the sixth request in an hour for one %s e-mail has to wait',
    },
  },
  {
    row: 10,
    name: 'reset links from one address have no quota',
    file: `${ACCOUNTS}/passwords/password-reset.ts`,
    text: '  await spendQuota(db, RESETS_PER_ADDRESS, address, clock.now())\n',
    replacement: '',
    test: {
      file: `${ACCOUNTS}/passwords/password-reset.test.ts`,
      title: 'the 21st link in an hour from one address has to wait, whichever account it is for',
    },
  },
  {
    row: 10,
    name: 'registrations have no quota',
    file: `${ACCOUNTS}/routes.ts`,
    text: '      await spendQuota(db, REGISTRATIONS, visitorOf(request.ip), clock.now())\n',
    replacement: '',
    test: {
      file: `${ACCOUNTS}/routes.test.ts`,
      title: 'the 61st registration in a minute from one address has to wait',
    },
  },
  {
    row: 10,
    name: 'codes to one number have no quota',
    file: `${ACCOUNTS}/verification/phone-verification.ts`,
    text: '    await spendQuota(trx, CODES_TO_NUMBER, phoneHash, now)\n',
    replacement: '',
    test: {
      file: `${ACCOUNTS}/verification/phone-verification.test.ts`,
      title: 'no phone code is texted more than six times a day to one number, however many profiles it was typed into',
    },
  },
]
