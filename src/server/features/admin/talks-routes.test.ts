import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

const HOUR = 3_600_000
const UNKNOWN = 987_654_321

let cooee: CallsFixture
let admin: SignedIn
let robyn: SignedIn
beforeAll(async () => {
  cooee = await callsFixture()
  admin = await cooee.anAdmin()
  robyn = await cooee.aRegisteredAccount()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  await cooee.db.updateTable('talkSwitch').set({ offAt: null }).execute()
  await cooee.db.updateTable('accounts').set({ talksBlockedAt: null }).execute()
  await cooee.db.deleteFrom('auditLog').execute()
})

async function send(path: string) {
  const answer = await admin.post(`/api/admin/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const overview = async () => (await admin.get('/api/admin/talks')).json()
const noted = () => cooee.db.selectFrom('auditLog').select(['username', 'action', 'detail']).orderBy('id').execute()
const byAdmin = (action: string, detail: string) => ({ username: admin.user.username, action, detail })

test('an admin switches all talks off and on, each noted once: a repetition changes nothing', async () => {
  const off = await send('talks/off')
  expect(off).toEqual({ offAt: TUESDAY_ELEVEN.toISOString() })
  await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + HOUR))
  expect(await send('talks/off')).toEqual(off)
  expect(await overview()).toMatchObject(off)
  expect(await send('talks/on')).toEqual({ offAt: null })
  expect(await send('talks/on')).toEqual({ offAt: null })
  expect(await overview()).toMatchObject({ offAt: null })
  expect(await noted()).toEqual([byAdmin('talks.off', 'all accounts'), byAdmin('talks.on', 'all accounts')])
})

test('an admin blocks the talks of one account and allows them again, each noted once: a repetition changes nothing', async () => {
  const id = robyn.user.circle.id
  const blocked = await send(`accounts/${id}/talks/block`)
  expect(blocked).toEqual({ blockedAt: TUESDAY_ELEVEN.toISOString() })
  await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + HOUR))
  expect(await send(`accounts/${id}/talks/block`)).toEqual(blocked)
  expect((await overview()).accounts).toMatchObject([{ id, ...blocked }])
  expect(await send(`accounts/${id}/talks/allow`)).toEqual({ blockedAt: null })
  expect(await send(`accounts/${id}/talks/allow`)).toEqual({ blockedAt: null })
  expect((await overview()).accounts).toEqual([])
  expect(await noted()).toEqual([byAdmin('talks.blocked', `account ${id}`), byAdmin('talks.allowed', `account ${id}`)])
})

test('the talks of an account that does not exist cannot be blocked, and nothing is noted', async () => {
  for (const path of ['block', 'allow']) {
    expect((await admin.post(`/api/admin/accounts/${UNKNOWN}/talks/${path}`)).statusCode).toBe(404)
  }
  expect(await noted()).toEqual([])
})

test('who is no admin is refused all of it, and nothing changes', async () => {
  const own = `/api/admin/accounts/${robyn.user.circle.id}/talks`
  const answers = [
    await robyn.get('/api/admin/talks'),
    ...(await Promise.all(
      ['/api/admin/talks/off', '/api/admin/talks/on', `${own}/block`, `${own}/allow`].map((path) => robyn.post(path)),
    )),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
  expect(await overview()).toMatchObject({ offAt: null, accounts: [] })
  expect(await noted()).toEqual([])
})
