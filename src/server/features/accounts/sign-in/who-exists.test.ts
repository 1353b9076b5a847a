import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { hashesBegun } from '#test/quick-passwords.ts'

// An answer says the same whether or not an account exists; these tests show that the work behind it is the same, and
// with it the time.
let statements: string[] = []
/** Records every statement without its values. */
const writesDown: KyselyPlugin = {
  transformQuery({ node }) {
    statements.push(JSON.stringify(node, (key, value) => (key === 'value' || key === 'values' ? null : value)))
    return node
  },
  transformResult: async ({ result }) => result,
}

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp((_clock, { db }) => ({ db: db.withPlugin(writesDown) }))
  jane = await cooee.aRegisteredAccount()
})
afterAll(() => cooee.close())

async function workOf(path: string, body: object) {
  statements = []
  const hashes = hashesBegun()
  const answer = await cooee.request('POST', path, body, { remoteAddress: anAddress() })
  return {
    answer: [answer.statusCode, answer.json()],
    headers: Object.keys(answer.headers).sort(),
    statements,
    hashes: hashesBegun() - hashes,
  }
}

test.each(['username', 'email'] as const)(
  'a sign-in with a %s costs the same whether or not it is known',
  async (field) => {
    const known = await workOf('/api/login', { username: jane.user[field], password: 'wrong' })
    const unknown = await workOf('/api/login', { username: `x${jane.user[field]}`, password: 'wrong' })
    expect(known.answer).toEqual([401, { message: 'Invalid username or password' }])
    expect(known.hashes).toBe(1)
    expect(known.statements.length).toBeGreaterThan(3)
    expect(unknown).toEqual(known)
  },
)

test('a request for a reset link costs the same whether or not the e-mail is known', async () => {
  const known = await workOf('/api/password/request-reset', { email: jane.user.email })
  const unknown = await workOf('/api/password/request-reset', { email: `x${jane.user.email}` })
  expect(known.answer[0]).toBe(200)
  expect(unknown).toEqual(known)
})

test('an account that is being deleted appears as unknown', async () => {
  const leaving = await cooee.aRegisteredAccount()
  await leaving.post('/api/account/deletion', { password: A_PASSWORD })
  await cooee.db
    .updateTable('accounts')
    .set({ deletionBeganAt: new Date() })
    .where('id', '=', leaving.user.circle.id)
    .execute()
  const gone = await workOf('/api/login', { username: leaving.user.username, password: A_PASSWORD })
  expect(gone.answer).toEqual([401, { message: 'Invalid username or password' }])
  expect(gone.hashes).toBe(1)
})

test('made-up reset links cost no hash', async () => {
  const madeUp = await workOf('/api/password/reset', { token: 'x'.repeat(43), password: 'Quiet-Evening-8' })
  expect([madeUp.answer[0], madeUp.hashes]).toEqual([400, 0])
})

test('registering answers sixty times a minute and address, whether a name is free or taken', async () => {
  const remoteAddress = anAddress()
  const body = { username: jane.user.username, email: 'somebody.else@example.com', password: A_PASSWORD }
  const answers = await Promise.all(
    Array.from({ length: 65 }, () => cooee.request('POST', '/api/register', body, { remoteAddress })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(60)
})
