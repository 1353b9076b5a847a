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

test('admins are mailed once a day which background work keeps failing, without private details', async () => {
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

test('admins read whether calls or alerts may be late meanwhile', async () => {
  const notify = (work: { name: string; delaysAlerts?: boolean }) =>
    mailAdminsOfFailure({ ...cooee, log: pino({ level: 'silent' }), publicUrl: 'https://cooee.example' }, work)
  await notify({ name: 'find due calls', delaysAlerts: true })
  await notify({ name: 'warn of use' })
  const mails = await cooee.db.selectFrom('messages').select('text').orderBy('id', 'desc').limit(2).execute()
  expect(mails[1]?.text).toContain('Calls or alerts may be late because of it')
  expect(mails[0]?.text).toContain("Calls and alerts don't wait for it")
})
