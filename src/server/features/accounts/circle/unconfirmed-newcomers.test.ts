import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { aRegistration } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'

const cooee = await buildTestApp({ verifiesEmail: true })
afterAll(() => cooee.close())

let jane: SignedIn
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('messages').execute()
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane' })
  await cooee.request('POST', '/api/email/verify', { token: await tokenTo(jane.user.email, 'verify-email') })
})

async function tokenTo(recipient: string, page: 'join' | 'verify-email'): Promise<string> {
  const { text } = await cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', recipient)
    .where('text', 'like', `%/${page}?token=%`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /token=([\w-]{43})/.exec(text)?.[1] ?? 'no token'
}

/** Tom is invited at one address, and registers with another one. */
async function registerElsewhere(): Promise<SignedIn> {
  expect((await jane.post('/api/invitations', { email: 'tom@example.com', role: 'carer' })).statusCode).toBe(201)
  const body = aRegistration({ firstName: 'Tom', email: 'stranger@example.com' })
  const token = await tokenTo('tom@example.com', 'join')
  const answer = await cooee.request('POST', `/api/invitations/by-token/${token}/accept`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return cooee.signedIn(answer.json())
}

test('a newcomer with another address than the invited one has to confirm it, and the circle calls on', async () => {
  const tom = await registerElsewhere()
  expect((await tom.get('/api/me')).json()).toMatchObject({ emailVerified: false, callsWaitForEmail: false })
  const made = await jane.post(`/api/members/${tom.user.id}/make-owner`, { password: aRegistration().password })
  expect([made.statusCode, made.json().message]).toEqual([409, expect.stringContaining('confirm their email')])
  const confirmed = await cooee.request('POST', '/api/email/verify', {
    token: await tokenTo('stranger@example.com', 'verify-email'),
  })
  expect(confirmed.statusCode).toBe(200)
  expect((await tom.get('/api/me')).json()).toMatchObject({ emailVerified: true })
})

test('a newcomer who asks for the link again reads their own address, and not the owner’s', async () => {
  const tom = await registerElsewhere()
  const { message } = (await tom.post('/api/email/resend')).json()
  expect(message).toBe("We've sent the link to stranger@example.com again.")
})

test('nothing about the family is mailed to an address that nobody has confirmed', async () => {
  const tom = await registerElsewhere()
  const away = `/api/members/${jane.user.id}/away`
  const covered = await jane.request('PUT', away, { until: '2026-03-12', coveredBy: tom.user.id })
  expect([covered.statusCode, covered.json().message]).toEqual([409, expect.stringContaining('confirm their email')])
  await jane.request('PUT', away, { until: '2026-03-12' })
  await jane.request('PUT', `/api/members/${tom.user.id}/away`, { until: '2026-03-12' })
  await jane.post('/api/account/deletion', { password: aRegistration().password })
  await jane.delete(`/api/members/${tom.user.id}`)
  const rows = await cooee.db
    .selectFrom('messages')
    .select('subject')
    .where('recipient', '=', 'stranger@example.com')
    .execute()
  const subjects = rows.map(({ subject }) => subject)
  expect(subjects.join(' ')).not.toMatch(/Jane|look after|deleted/)
})
