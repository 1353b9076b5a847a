import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/platform/environment/env.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { makeFolderInMemory } from '#test/folder-in-memory.ts'
import { addDemoAccounts } from './demo.ts'

const ownNumbers = ['+61255501234'] as const
let cooee: TestApp
let dataDir: string
beforeAll(async () => {
  cooee = await buildTestApp()
  dataDir = await makeFolderInMemory('cooee-demo-')
})
afterAll(async () => {
  await cooee.close()
  await rm(dataDir, { recursive: true })
})

const admins = () => cooee.db.selectFrom('people').select('username').where('role', '=', 'admin').execute()

test('a database in production gets no account from us', async () => {
  const env = readEnv({ NODE_ENV: 'production', DEMO_PASSWORD: 'Demo-Morning-1' })
  expect(await addDemoAccounts(cooee, { env, dataDir, ownNumbers })).toBeNull()
  expect(await admins()).toEqual([])
  expect(existsSync(join(dataDir, 'demo-password'))).toBe(false)
})

test('elsewhere the admin of an empty one has a password that is drawn, another each time', async () => {
  const password = await addDemoAccounts(cooee, { env: readEnv({}), dataDir, ownNumbers })
  expect(Buffer.from(password ?? '', 'base64url').length).toBeGreaterThanOrEqual(9)
  expect(await admins()).toEqual([{ username: 'admin' }])
})
