import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hasRight, type Right, ROUTE_RIGHTS, WHO_MAY } from '#contract/accounts/rights.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { A_PASSWORD, aRegistration } from '#test/factories.ts'
import { deleteEverybody, withdrawVerification } from '#test/insert-account.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())

const DAY = 86_400_000
let jane: SignedIn
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('messages').execute()
  // No person has the id of their circle: code that mixes the two up finds nothing.
  await cooee.db.insertInto('accounts').values({ verifiedAt: null }).execute()
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
})

async function textTo(recipient: string): Promise<string> {
  const { text } = await cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return text
}

const tokenIn = (text: string) => /join\?token=([\w-]{43})/.exec(text)?.[1] ?? 'no token'

async function invited(email: string, role: 'carer' | 'viewer' = 'carer'): Promise<string> {
  const answer = await jane.post('/api/invitations', { email, role })
  expect(answer.statusCode, answer.body).toBe(201)
  return tokenIn(await textTo(email))
}

/** Somebody new who joins the circle of Jane. */
async function aMember(role: 'carer' | 'viewer'): Promise<SignedIn> {
  const body = aRegistration({ firstName: 'Tom', lastName: 'Hartley' })
  const token = await invited(body.email, role)
  const answer = await cooee.request('POST', `/api/invitations/by-token/${token}/accept`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return cooee.signedIn(answer.json())
}

const circleOf = async (somebody: SignedIn) => (await somebody.get('/api/me')).json().circle

test('a person and their circle have ids of their own', async () => {
  const { id, circle, circles } = (await jane.get('/api/me')).json()
  expect(circle).toEqual({ id: expect.any(Number), name: 'Jane’s family', role: 'owner', mayHearCalls: true })
  expect(circle.id).not.toBe(id)
  expect(circles).toEqual([{ id: circle.id, name: 'Jane’s family', role: 'owner' }])
})

describe('an invitation', () => {
  test('the link tells two first names and nothing about the family', async () => {
    const token = await invited('tom@example.com')
    const answer = await cooee.request('GET', `/api/invitations/by-token/${token}`)
    expect(answer.json()).toEqual({ circle: 'Jane’s family', invitedBy: 'Jane', role: 'carer' })
    expect(await textTo('tom@example.com')).not.toMatch(/Hartley|Margaret/)
  })

  test('somebody without a login registers, joins, and gets no circle or trial of their own', async () => {
    const tom = await aMember('carer')
    expect(await circleOf(tom)).toMatchObject({ name: 'Jane’s family', role: 'carer' })
    const accounts = await cooee.db.selectFrom('owners').select('username').execute()
    expect(accounts).toEqual([{ username: jane.user.username }])
    expect((await tom.get('/api/me')).json()).toMatchObject({ emailVerified: true, callsWaitForEmail: false })
    expect(await textTo(jane.user.email)).toContain('Tom Hartley has accepted your invitation and is now a carer')
  })

  test('somebody with a login joins, and switches between their circles', async () => {
    const rao = await cooee.aRegisteredAccount({ firstName: 'Rao' })
    await rao.post('/api/loved-ones', { name: 'Amma', phoneNumber: '0491 570 156', relationship: 'parent' })
    const token = await invited(rao.user.email, 'viewer')
    const joined = await rao.post(`/api/invitations/by-token/${token}/accept`)
    expect(joined.statusCode, joined.body).toBe(200)
    expect(joined.json().user).toMatchObject({ circle: { name: 'Jane’s family', role: 'viewer' } })
    expect((await rao.get('/api/loved-ones')).json()).toEqual([])
    const { circles } = (await rao.get('/api/me')).json()
    expect(circles.map(({ name }: { name: string }) => name)).toEqual(['Rao’s family', 'Jane’s family'])
    await rao.post(`/api/circles/${circles[0].id}/enter`)
    expect((await rao.get('/api/loved-ones')).json()).toMatchObject([{ name: 'Amma' }])
  })

  test('a link opens once, also when it is used twice at the same moment', async () => {
    const token = await invited('tom@example.com')
    const accept = () =>
      cooee.request('POST', `/api/invitations/by-token/${token}/accept`, aRegistration({ firstName: 'Tom' }))
    const statuses = (await Promise.all([accept(), accept()])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([201, 404])
    expect((await cooee.request('GET', `/api/invitations/by-token/${token}`)).statusCode).toBe(404)
    expect(await cooee.db.selectFrom('people').select('id').execute()).toHaveLength(2)
  })

  test('after seven days, or once withdrawn or sent again, a link opens nothing', async () => {
    const old = await invited('tom@example.com')
    const [{ id }] = (await jane.get('/api/invitations')).json()
    expect((await jane.post(`/api/invitations/${id}/resend`)).statusCode).toBe(204)
    const fresh = tokenIn(await textTo('tom@example.com'))
    const status = async (token: string) =>
      (await cooee.request('GET', `/api/invitations/by-token/${token}`)).statusCode
    expect([await status(old), await status(fresh)]).toEqual([404, 200])
    const before = cooee.clock.now()
    cooee.clock.advance(7 * DAY)
    expect(await status(fresh)).toBe(404)
    cooee.clock.set(before)
    expect((await jane.delete(`/api/invitations/${id}`)).statusCode).toBe(204)
    expect(await status(fresh)).toBe(404)
  })

  test('a member, an open invitation, an eleventh person and a link in the note are refused by name', async () => {
    const ask = async (body: object) => (await jane.post('/api/invitations', body)).json()
    await invited('tom@example.com')
    expect(await ask({ email: 'TOM@example.com', role: 'carer' })).toMatchObject({ errors: [{ path: 'email' }] })
    expect(await ask({ email: jane.user.email, role: 'carer' })).toMatchObject({ errors: [{ path: 'email' }] })
    expect(await ask({ email: 'ann@example.com', role: 'owner' })).toMatchObject({ errors: [{ path: 'role' }] })
    const note = 'See https://example.com/prize'
    expect(await ask({ email: 'ann@example.com', role: 'carer', note })).toMatchObject({ errors: [{ path: 'note' }] })
    for (let n = 2; n < 10; n++) await invited(`friend${n}@example.com`)
    expect(await ask({ email: 'ann@example.com', role: 'carer' })).toMatchObject({
      message: expect.stringContaining('at most 10 people'),
    })
  })

  test('an invitation or a member of another circle is not found', async () => {
    await invited('tom@example.com')
    const [{ id }] = (await jane.get('/api/invitations')).json()
    const stranger = await cooee.aRegisteredAccount()
    expect((await stranger.delete(`/api/invitations/${id}`)).statusCode).toBe(404)
    expect((await stranger.post(`/api/invitations/${id}/resend`)).statusCode).toBe(404)
    expect((await stranger.delete(`/api/members/${jane.user.id}`)).statusCode).toBe(404)
    expect((await stranger.patch(`/api/members/${jane.user.id}`, { role: 'viewer' })).statusCode).toBe(404)
    expect((await stranger.post(`/api/circles/${(await circleOf(jane)).id}/enter`)).statusCode).toBe(404)
  })
})

describe('members', () => {
  test('a member who is removed is out at once, and is notified', async () => {
    const tom = await aMember('carer')
    expect((await jane.delete(`/api/members/${tom.user.id}`)).statusCode).toBe(204)
    expect((await tom.get('/api/loved-ones')).statusCode).toBe(401)
    expect(await textTo(tom.user.email)).toContain('has removed you')
    const again = await cooee.request('POST', '/api/login', { username: tom.user.email, password: A_PASSWORD })
    expect(again.statusCode).toBe(401)
    expect(await textTo(tom.user.email)).toContain('deleted your login')
    const { username, email } = tom.user
    expect((await cooee.request('POST', '/api/register', aRegistration({ username, email }))).statusCode).toBe(201)
  })

  test('an owner whose own address is not confirmed invites nobody', async () => {
    await withdrawVerification(cooee.db)
    const answer = await jane.post('/api/invitations', { email: 'tom@example.com', role: 'carer' })
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('confirm your own email')])
  })

  test('a member with a circle of their own goes on there when they are removed', async () => {
    const rao = await cooee.aRegisteredAccount({ firstName: 'Rao' })
    await rao.post(`/api/invitations/by-token/${await invited(rao.user.email)}/accept`)
    await jane.delete(`/api/members/${rao.user.id}`)
    expect(await circleOf(rao)).toMatchObject({ name: 'Rao’s family', role: 'owner' })
  })

  test('a member leaves; the owner cannot, and nobody else removes another', async () => {
    const [tom, ann] = [await aMember('carer'), await aMember('viewer')]
    expect((await tom.delete(`/api/members/${ann.user.id}`)).statusCode).toBe(403)
    expect((await jane.delete(`/api/members/${jane.user.id}`)).statusCode).toBe(409)
    expect((await tom.delete(`/api/members/${tom.user.id}`)).statusCode).toBe(204)
    const left = (await jane.get('/api/members')).json() as { name: string }[]
    expect(left.map(({ name }) => name)).toEqual(['Jane Hartley', 'Tom Hartley'])
  })

  test('a circle is handed over with the password, and the owner becomes a carer', async () => {
    const tom = await aMember('viewer')
    const make = (password: string) => jane.post(`/api/members/${tom.user.id}/make-owner`, { password })
    expect((await make('Wrong-Morning-7')).json()).toMatchObject({ errors: [{ path: 'password' }] })
    expect((await make(A_PASSWORD)).statusCode).toBe(204)
    expect([(await circleOf(jane)).role, (await circleOf(tom)).role]).toEqual(['carer', 'owner'])
    expect((await make(A_PASSWORD)).statusCode).toBe(403)
  })

  test('only the owner sees the emails of the others', async () => {
    const tom = await aMember('viewer')
    const emails = async (somebody: SignedIn) =>
      ((await somebody.get('/api/members')).json() as { email: string | null }[]).map(({ email }) => email)
    expect(await emails(jane)).toEqual([jane.user.email, tom.user.email])
    expect(await emails(tom)).toEqual([null, tom.user.email])
  })
})

describe('every route asks for a right', () => {
  const closed = cooee.app.registeredRoutes
    .filter(({ url, isOpen }) => url.startsWith('/api/') && !/^\/api\/(docs|admin)/.test(url) && !isOpen)
    .map(({ method, url }) => ({ method, url, route: `${method} ${url}` }))

  test('the table of rights knows every closed route and no other', () => {
    expect(closed.map(({ route }) => route).sort()).toEqual(Object.keys(ROUTE_RIGHTS).sort())
  })

  test.each(['carer', 'viewer'] as const)('a %s is refused exactly what the table does not give', async (role) => {
    const member = await aMember(role)
    const wrong: string[] = []
    const rights: Partial<Record<string, Right>> = ROUTE_RIGHTS
    for (const { method, url, route } of closed) {
      if (route === 'POST /api/logout' || url === '/api/changes') continue
      const right = rights[route] ?? 'admin'
      const body = ['GET', 'DELETE'].includes(method) ? undefined : {}
      const answer = await member.request(method as 'GET', url.replaceAll(/:\w+/g, '999999999'), body)
      const mayNot =
        right in WHO_MAY &&
        answer.statusCode === 403 &&
        answer.json().message === WHO_MAY[right as keyof typeof WHO_MAY]
      const isRefused = answer.statusCode === 403 && mayNot
      if (isRefused === hasRight({ role, mayHearCalls: role === 'carer' }, right))
        wrong.push(`${route}: ${answer.body}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('time away of a member', () => {
  const FRIDAY_TO_MONDAY = { from: '2026-03-13', until: '2026-03-16' }
  const awayOf = async (asking: SignedIn, of: SignedIn) =>
    (await asking.get('/api/members')).json().find(({ id }: { id: number }) => id === of.user.id).away
  const mailsTo = async (somebody: SignedIn) => {
    const rows = await cooee.db
      .selectFrom('messages')
      .select('text')
      .where('recipient', '=', somebody.user.email)
      .orderBy('id')
      .execute()
    return rows.map(({ text }) => text)
  }

  test('the owner goes away, a carer looks after things, and both are notified of what that means', async () => {
    const tom = await aMember('carer')
    const body = { ...FRIDAY_TO_MONDAY, coveredBy: tom.user.id }
    const answer = await jane.request('PUT', `/api/members/${jane.user.id}/away`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await awayOf(tom, jane)).toEqual({ ...body, isNow: false, nobodyLeft: false })
    expect((await mailsTo(tom)).at(-1)).toContain(
      'Jane Hartley is away from Jane’s family on Cooee from Friday 13 March to Monday 16 March. You look after things',
    )
    const [entry] = (await tom.get('/api/activity')).json()
    expect(entry).toMatchObject({
      description: 'Jane Hartley is away from Friday 13 March to Monday 16 March. Tom Hartley looks after things',
      by: { id: jane.user.id },
    })
  })

  test('every member is notified where nobody would be left', async () => {
    const tom = await aMember('carer')
    await jane.request('PUT', `/api/members/${jane.user.id}/away`, FRIDAY_TO_MONDAY)
    expect(await awayOf(jane, jane)).toMatchObject({ nobodyLeft: false })
    await tom.request('PUT', `/api/members/${tom.user.id}/away`, { from: '2026-03-15', until: '2026-03-20' })
    expect(await awayOf(jane, jane)).toMatchObject({ nobodyLeft: true })
    for (const one of [jane, tom]) {
      expect((await mailsTo(one)).at(-1)).toContain(
        'Nobody in Jane’s family is there on Sunday 15 March and Monday 16 March. Alerts still go to Jane then',
      )
    }
  })

  test('who wants no news of missed calls, or has confirmed no address, is not there for anybody', async () => {
    const tom = await aMember('carer')
    await jane.request('PUT', `/api/members/${jane.user.id}/away`, FRIDAY_TO_MONDAY)
    expect(await awayOf(jane, jane)).toMatchObject({ nobodyLeft: false })
    const silent = { ...DEFAULT_NOTIFICATION_SETTINGS, missedCalls: { email: false, sms: false } }
    const saved = await tom.request('PUT', '/api/notification-settings', silent)
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await awayOf(jane, jane)).toMatchObject({ nobodyLeft: true })
    expect((await mailsTo(jane)).at(-1)).toContain('Nobody in Jane’s family is there on 4 days')
    await tom.request('PUT', '/api/notification-settings', silent)
    expect(await mailsTo(jane)).toHaveLength(2)
    await tom.request('PUT', '/api/notification-settings', DEFAULT_NOTIFICATION_SETTINGS)
    expect(await awayOf(jane, jane)).toMatchObject({ nobodyLeft: false })
    await cooee.db.updateTable('people').set({ verifiedEmail: null }).where('id', '=', tom.user.id).execute()
    expect(await awayOf(jane, jane)).toMatchObject({ nobodyLeft: true })
  })

  test('a member who leaves takes their part in a hand-over with them', async () => {
    const tom = await aMember('carer')
    await jane.request('PUT', `/api/members/${jane.user.id}/away`, { ...FRIDAY_TO_MONDAY, coveredBy: tom.user.id })
    expect((await tom.request('DELETE', `/api/members/${tom.user.id}`)).statusCode).toBe(204)
    expect(await awayOf(jane, jane)).toMatchObject({ coveredBy: null, nobodyLeft: true })
    expect((await mailsTo(jane)).at(-1)).toContain('is there on')
  })

  test('it is ended early, and ends by itself', async () => {
    const path = `/api/members/${jane.user.id}/away`
    await jane.request('PUT', path, { until: '2026-03-12' })
    expect(await awayOf(jane, jane)).toMatchObject({ from: '2026-03-10', isNow: true })
    expect((await jane.request('DELETE', path)).statusCode).toBe(204)
    expect((await jane.request('DELETE', path)).statusCode).toBe(204)
    expect(await awayOf(jane, jane)).toBeNull()
    await jane.request('PUT', path, { until: '2026-03-12' })
    await cooee.db
      .updateTable('members')
      .set({ awayFrom: '2026-03-01', awayUntil: '2026-03-09' })
      .where('personId', '=', jane.user.id)
      .execute()
    expect(await awayOf(jane, jane)).toBeNull()
  })

  test.each([
    [{}, 'until'],
    [{ until: '2026-03-09' }, 'until'],
    [{ from: '2026-03-09', until: '2026-03-12' }, 'from'],
    [{ from: '2026-03-13', until: '2026-03-12' }, 'until'],
    [{ from: '2026-03-13', until: '2026-06-20' }, 'until'],
    [{ ...FRIDAY_TO_MONDAY, coveredBy: 999_999 }, 'coveredBy'],
    [{ until: 'Friday' }, 'until'],
  ])('%j is refused, and says which field', async (body, path) => {
    const answer = await jane.request('PUT', `/api/members/${jane.user.id}/away`, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().errors).toMatchObject([{ path }])
    expect(await awayOf(jane, jane)).toBeNull()
  })

  test('nobody covers themselves, and a carer sets nobody else’s time away', async () => {
    const tom = await aMember('carer')
    const own = await jane.request('PUT', `/api/members/${jane.user.id}/away`, {
      ...FRIDAY_TO_MONDAY,
      coveredBy: jane.user.id,
    })
    expect(own.statusCode).toBe(400)
    expect((await tom.request('PUT', `/api/members/${jane.user.id}/away`, FRIDAY_TO_MONDAY)).statusCode).toBe(403)
    expect((await tom.request('DELETE', `/api/members/${jane.user.id}/away`)).statusCode).toBe(403)
    const set = await jane.request('PUT', `/api/members/${tom.user.id}/away`, FRIDAY_TO_MONDAY)
    expect(set.statusCode, set.body).toBe(200)
    expect((await mailsTo(tom)).at(-1)).toContain('Jane Hartley has set you as away')
    expect((await jane.request('DELETE', `/api/members/${tom.user.id}/away`)).statusCode).toBe(204)
    const said = (await tom.get('/api/activity')).json().map(({ description }: { description: string }) => description)
    expect(said.slice(0, 2)).toEqual([
      'Jane Hartley noted that Tom Hartley is back',
      'Jane Hartley noted that Tom Hartley is away from Friday 13 March to Monday 16 March',
    ])
  })
})
