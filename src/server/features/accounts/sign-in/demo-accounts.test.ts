import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { createDemoAccounts } from './demo-accounts.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

const PASSWORD = 'Demo-Morning-1'
const signIn = (username: string) =>
  cooee.request('POST', '/api/login', { username, password: PASSWORD }, { remoteAddress: anAddress() })

test('an empty database gets a demo account with samples and an admin, once', async () => {
  const sampled: string[] = []
  const keptBefore: unknown[] = []
  const accounts = () => cooee.db.selectFrom('people').select('username').execute()
  const create = () =>
    createDemoAccounts(
      cooee,
      () => {
        keptBefore.push(accounts())
        return PASSWORD
      },
      async ({ username }) => void sampled.push(username),
    )
  await create()
  await create()
  expect(await Promise.all(keptBefore)).toEqual([[]])
  expect(sampled).toEqual(['demo'])
  expect((await signIn('demo')).json().user.role).toBe('account_holder')
  expect((await signIn('admin')).json().user.role).toBe('admin')
})

test('npm run admin makes an existing account an admin, and no other', async () => {
  const { user } = await cooee.aRegisteredAccount()
  const admin = (name: string) =>
    promisify(execFile)('node', [join(import.meta.dirname, '../../../../../scripts/admin.ts'), name], {
      env: { ...process.env, DATABASE_URL: cooee.url },
    })
  expect((await admin(user.username.toUpperCase())).stdout).toBe(`${user.username} is an admin now.\n`)
  const roles = await cooee.db.selectFrom('people').select(['username', 'role']).where('role', '=', 'admin').execute()
  expect(roles.map(({ username }) => username).sort()).toEqual(['admin', user.username])
  await expect(admin('nobody-at-all')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody is called'),
  })
})
