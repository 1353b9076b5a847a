import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { mailAdminsOfFailure } from './mail-admins-of-failure.ts'

let cooee: TestApp
let admin: SignedIn

beforeAll(async () => {
  cooee = await buildTestApp()
  admin = await cooee.anAdmin()
})
afterAll(() => cooee.close())

test('admins are mailed once a day which background work keeps failing, without what it was about', async () => {
  const notify = (name: string) =>
    mailAdminsOfFailure(
      { ...cooee, log: pino({ level: 'silent' }), publicUrl: 'https://cooee.example' },
      { name, payload: { email: 'jane@example.com' } },
    )
  await Promise.all([notify('send summaries'), notify('send summaries')])
  await notify('delete accounts')
  await notify('delete accounts')
  const mails = await cooee.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'text'])
    .where('subject', 'like', 'Background work%')
    .orderBy('id')
    .execute()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [admin.user.email, 'Background work keeps failing: send summaries'],
    [admin.user.email, 'Background work keeps failing: delete accounts'],
  ])
  expect(mails.map(({ text }) => text).join()).not.toContain('jane@example.com')
})
