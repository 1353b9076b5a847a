import { afterAll, beforeEach, expect, test } from 'vitest'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { aRegistration } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { deleteExpiredRecords } from '../profile/delete-expired-records.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())

const DAY = 86_400_000
let jane: SignedIn
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('messages').execute()
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
})

async function mailTo(recipient: string): Promise<string> {
  const { subject, text } = await cooee.db
    .selectFrom('messages')
    .select(['subject', 'text'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return `${subject} ${text}`
}
const tokenTo = async (recipient: string) => /join\?token=([\w-]{43})/.exec(await mailTo(recipient))?.[1] ?? 'no token'

async function invited(email: string, by = jane): Promise<string> {
  const answer = await by.post('/api/invitations', { email, role: 'carer', note: 'It is about Grandma' })
  expect(answer.statusCode, answer.body).toBe(201)
  return tokenTo(email)
}
const accept = (token: string, fields = {}) =>
  cooee.request('POST', `/api/invitations/by-token/${token}/accept`, aRegistration({ firstName: 'Tom', ...fields }))
const invitations = () => cooee.db.selectFrom('invitations').select(['id', 'email']).orderBy('id').execute()
const acts = async () =>
  ((await jane.get('/api/activity')).json() as { description: string }[]).map(({ description }) => description)

test('of an invitation that was accepted nothing is kept, and of one that has expired nothing after thirty days', async () => {
  expect((await accept(await invited('tom@example.com'))).statusCode).toBe(201)
  expect(await invitations()).toEqual([])
  await invited('stranger@example.com')
  cooee.clock.advance(36 * DAY)
  await deleteExpiredRecords(cooee.db, cooee.clock.now())
  expect(await invitations()).toHaveLength(1)
  cooee.clock.advance(2 * DAY)
  await deleteExpiredRecords(cooee.db, cooee.clock.now())
  expect(await invitations()).toEqual([])
})

test('a password that is easy to guess is refused to somebody who joins by an invitation, and the invitation stays', async () => {
  const token = await invited('tom@example.com')
  const refused = await accept(token, { password: 'password1' })
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'password'])
  expect((await accept(token)).statusCode).toBe(201)
})

test('an invitation that has expired holds no place, and is not sent again where it would be the eleventh person', async () => {
  for (let n = 1; n < 10; n++) await invited(`friend${n}@example.com`)
  const [first] = await invitations()
  cooee.clock.advance(8 * DAY)
  jane = cooee.signedIn(
    (
      await cooee.request('POST', '/api/login', { username: jane.user.email, password: aRegistration().password })
    ).json(),
  )
  for (let n = 1; n < 10; n++) await invited(`other${n}@example.com`)
  const again = await jane.post(`/api/invitations/${first?.id}/resend`)
  expect([again.statusCode, again.json().message]).toEqual([409, expect.stringContaining('at most 10 people')])
})

test('an invitation that is sent again comes from who sends it, unless its address has joined meanwhile', async () => {
  await invited('tom@example.com')
  const [invitation] = await invitations()
  const path = `/api/invitations/${invitation?.id}`
  const ann = await aMemberOf(cooee, jane, 'carer', { firstName: 'Ann', email: 'ann@example.com' })
  expect(
    (await jane.post(`/api/members/${ann.user.id}/make-owner`, { password: aRegistration().password })).statusCode,
  ).toBe(204)
  expect((await ann.post(`${path}/resend`)).statusCode).toBe(204)
  expect(await mailTo('tom@example.com')).toContain('Ann invites you')
  const shown = await cooee.request('GET', `/api/invitations/by-token/${await tokenTo('tom@example.com')}`)
  expect(shown.json()).toMatchObject({ invitedBy: 'Ann' })
  await aMemberOf(cooee, jane, 'viewer', { email: 'TOM@example.com' })
  expect((await ann.post(`${path}/resend`)).json().message).toBe('They already belong to this family.')
})

test('sending an invitation again and withdrawing it stand in the activity log, without the address', async () => {
  await invited('tom@example.com')
  const [invitation] = await invitations()
  await jane.post(`/api/invitations/${invitation?.id}/resend`)
  await jane.delete(`/api/invitations/${invitation?.id}`)
  expect((await acts()).slice(0, 3)).toEqual([
    'Jane Hartley withdrew an invitation',
    'Jane Hartley sent an invitation again',
    'Jane Hartley invited somebody as a carer',
  ])
})

test('nobody joins a circle that an admin has suspended, and a person who tries stays in their own', async () => {
  const rao = await cooee.aRegisteredAccount({ firstName: 'Rao' })
  const token = await invited(rao.user.email)
  const suspended = (at: Date | null) =>
    cooee.db.updateTable('accounts').set({ suspendedByAdminAt: at }).where('id', '=', jane.user.circle.id).execute()
  await suspended(cooee.clock.now())
  const path = `/api/invitations/by-token/${token}`
  expect([(await rao.get(path)).statusCode, (await rao.post(`${path}/accept`)).statusCode]).toEqual([404, 404])
  expect((await rao.get('/api/me')).json().circles).toHaveLength(1)
  await suspended(null)
  const joined = await rao.post(`${path}/accept`)
  expect(joined.json().user.circle.id).toBe(jane.user.circle.id)
})

test('a username, which opens a login, is neither on the page nor in the mail of an invitation', async () => {
  const nameless = await cooee.aRegisteredAccount({ firstName: '' })
  const shown = await cooee.request('GET', `/api/invitations/by-token/${await invited('tom@example.com', nameless)}`)
  expect(shown.json()).toEqual({ circle: 'a family', invitedBy: 'Someone', role: 'carer' })
  expect(await mailTo('tom@example.com')).toContain('Someone invites you to join a family on Cooee')
  expect(await mailTo('tom@example.com')).not.toContain(nameless.user.username)
})
