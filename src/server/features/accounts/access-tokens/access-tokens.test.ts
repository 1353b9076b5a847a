import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROUTE_RIGHTS } from '#contract/accounts/rights.ts'
import { NOT_FOR_TOKENS, ROUTE_SCOPES, TOKEN_SCOPES, type TokenScope } from '#contract/accounts/token-scopes.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD, aLovedOne } from '#test/factories.ts'
import { deleteExpiredRecords } from '../profile/delete-expired-records.ts'
import { appCodeAt, newAppSecret } from '../second-factor/app-codes.ts'
import { endAllSessions } from '../sign-in/end-all-sessions.ts'
import { suspendByAdmin } from '../suspension.ts'
import { isAccessToken, newAccessToken } from './token-text.ts'

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp()
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
})
afterAll(() => cooee.close())

const create = (carer: SignedIn, fields: Record<string, unknown> = {}) =>
  carer.post('/api/access-tokens', {
    ...{ name: 'Agency', scopes: ['loved-ones:read'], expiresInDays: 30, password: A_PASSWORD },
    ...fields,
  })

async function aToken(carer: SignedIn, scopes: TokenScope[]): Promise<{ id: number; token: string; as: SignedIn }> {
  const answer = await create(carer, { scopes })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id, token } = answer.json()
  return { id, token, as: cooee.signedIn({ user: carer.user, token }) }
}

describe('creating an access token', () => {
  test('it is shown once, and kept as a hash with its last four characters', async () => {
    const answer = await create(jane)
    const created = answer.json()
    expect(created).toMatchObject({
      name: 'Agency',
      scopes: ['loved-ones:read'],
      lastFour: created.token.slice(-4),
      expiresAt: '2026-04-09T00:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    })
    const listed = await jane.get('/api/access-tokens')
    expect(listed.json()).toEqual([{ ...created, token: undefined }])
    expect(listed.body).not.toContain(created.token)
    const stored = await cooee.db.selectFrom('accessTokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(created.token.slice(0, 30))
  })

  test('where signing in asks for a code, making a token does too, and a code counts once', async () => {
    const secret = newAppSecret()
    const now = cooee.clock.now()
    await cooee.db
      .insertInto('secondFactors')
      .values({ personId: jane.user.id, secret, sealedWith: null, createdAt: now, confirmedAt: now })
      .execute()
    for (const code of [undefined, '', '000000']) {
      const answer = await create(jane, { code })
      expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, 'code'])
    }
    const code = appCodeAt(secret, now)
    expect((await create(jane, { code })).statusCode).toBe(201)
    expect((await create(jane, { code })).statusCode).toBe(400)
  })

  test('it has a name for secret scanners, and a checksum that finds mistakes', () => {
    const token = newAccessToken()
    expect(token).toMatch(/^cooee_pat_[0-9A-Za-z]{46}$/)
    expect(isAccessToken(token)).toBe(true)
    expect(isAccessToken(token.slice(0, -1))).toBe(false)
    expect(isAccessToken(token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBe(false)
    expect(newAccessToken()).not.toBe(token)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['admin:write'] }, 'scopes.0'],
    [{ scopes: ['calls:read', 'calls:read'] }, 'scopes'],
    [{ expiresInDays: undefined }, 'expiresInDays'],
    [{ expiresInDays: 366 }, 'expiresInDays'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ password: 'Wrong-Morning-7' }, 'password'],
  ])('%j is refused on %s', async (fields, path) => {
    const answer = await create(jane, fields)
    expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, path])
    expect((await jane.get('/api/access-tokens')).json()).toEqual([])
  })

  test('the member is mailed, and the activity log and the audit log say so', async () => {
    const { lastFour } = (await create(jane)).json()
    const mail = await cooee.db
      .selectFrom('messages')
      .select(['subject', 'text'])
      .where('personId', '=', jane.user.id)
      .where('subject', 'like', '%access token%')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('An access token named "Agency" has just been created')
    expect(mail.text).toContain("If it wasn't you, revoke it in Settings")
    const [entry] = (await jane.get('/api/activity')).json()
    expect(entry.description).toBe(`Jane Hartley created the access token "Agency" (ends in ${lastFour})`)
    const audit = await cooee.db
      .selectFrom('auditLog')
      .select(['username', 'action', 'detail'])
      .where('username', '=', `account ${jane.user.circle.id}`)
      .execute()
    expect(audit).toEqual([
      {
        username: `account ${jane.user.circle.id}`,
        action: 'access_token.created',
        detail: `…${lastFour}: loved-ones:read`,
      },
    ])
  })

  test('a viewer gives a token no scope that the viewer does not have', async () => {
    const viewer = await aMemberOf(cooee, jane, 'viewer')
    for (const scope of ['calls:write', 'words:read']) {
      const answer = await create(viewer, { scopes: [scope] })
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'scopes'])
    }
    expect((await create(viewer, { scopes: ['calls:read'] })).statusCode).toBe(201)
  })

  test('twenty can be used at once, and no more', async () => {
    const values = Array.from({ length: 20 }, (_, index) => ({
      ...{ accountId: jane.user.circle.id, personId: jane.user.id, name: 'One of many', scopes: ['calls:read'] },
      ...{ tokenHash: Buffer.from(`${jane.user.id}-${index}`), lastFour: 'abcd' },
      ...{ createdAt: cooee.clock.now(), expiresAt: new Date(cooee.clock.now().getTime() + 86_400_000) },
    }))
    await cooee.db.insertInto('accessTokens').values(values).execute()
    expect((await create(jane)).statusCode).toBe(409)
    const [{ id }] = (await jane.get('/api/access-tokens')).json()
    await jane.delete(`/api/access-tokens/${id}`)
    expect((await create(jane)).statusCode).toBe(201)
  })
})

describe('using an access token', () => {
  test('it reads what its scope names, and nothing else', async () => {
    await jane.post('/api/loved-ones', aLovedOne({ name: 'Margaret' }))
    const { as } = await aToken(jane, ['loved-ones:read'])
    expect((await as.get('/api/loved-ones')).json()).toMatchObject([{ name: 'Margaret' }])
    const refused = await as.post('/api/loved-ones', aLovedOne({ name: 'Arthur' }))
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "This access token doesn't have the scope loved-ones:write.",
    ])
    expect((await as.get('/api/contacts')).json().message).toContain('the scope contacts:read')
  })

  test('write includes read, and what it does is done in the name of the member', async () => {
    const { as } = await aToken(jane, ['loved-ones:write', 'activity:read'])
    expect((await as.post('/api/loved-ones', aLovedOne({ name: 'Arthur' }))).statusCode).toBe(201)
    expect((await as.get('/api/loved-ones')).json()).toMatchObject([{ name: 'Arthur' }])
    const entries = (await as.get('/api/activity')).json() as { activityType: string; by: { id: number } }[]
    expect(entries.find(({ activityType }) => activityType === 'loved_one_added')?.by.id).toBe(jane.user.id)
  })

  test('a program that may change calls gives no all-clear: that needs the scope for incidents', async () => {
    const { as } = await aToken(jane, ['calls:write'])
    const refused = await as.post('/api/calls/1/resolve', {})
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "This access token doesn't have the scope incidents:write.",
    ])
  })

  test('when it was last used is noted', async () => {
    const { as } = await aToken(jane, ['calls:read'])
    await as.get('/api/calls/upcoming')
    const [{ lastUsedAt }] = (await jane.get('/api/access-tokens')).json()
    expect(lastUsedAt).toBe(cooee.clock.now().toISOString())
  })

  test('it counts in the Authorization header alone, never as a cookie or in the address', async () => {
    const { token } = await aToken(jane, ['loved-ones:read'])
    const asCookie = await cooee.request('GET', '/api/loved-ones', undefined, {
      headers: { cookie: `auth-token=${token}` },
    })
    expect([asCookie.statusCode, asCookie.json().message]).toEqual([
      401,
      expect.stringContaining('Authorization header'),
    ])
    expect((await cooee.request('GET', `/api/loved-ones?access_token=${token}`)).statusCode).toBe(401)
  })

  test('what the member may not do any more, the token may not either', async () => {
    const carer = await aMemberOf(cooee, jane, 'carer')
    const { as } = await aToken(carer, ['loved-ones:write'])
    expect((await as.post('/api/loved-ones', aLovedOne())).statusCode).toBe(201)
    await jane.patch(`/api/members/${carer.user.id}`, { role: 'viewer' })
    const answer = await as.post('/api/loved-ones', aLovedOne())
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'Only the owner and carers can change this.'])
  })

  test('it stays in the circle in which it was made', async () => {
    const carer = await aMemberOf(cooee, jane, 'carer')
    await jane.post('/api/loved-ones', aLovedOne({ name: 'Margaret' }))
    const { as } = await aToken(carer, ['loved-ones:read'])
    const other = await cooee.aRegisteredAccount()
    await cooee.db
      .insertInto('members')
      .values({ accountId: other.user.circle.id, personId: carer.user.id, role: 'carer', mayHearCalls: true })
      .execute()
    await carer.post(`/api/circles/${other.user.circle.id}/enter`)
    expect((await carer.get('/api/loved-ones')).json()).toEqual([])
    expect((await as.get('/api/loved-ones')).json()).toMatchObject([{ name: 'Margaret' }])
    expect((await carer.get('/api/access-tokens')).json()).toEqual([])
  })

  test('without a scope for words it hears nothing that was said', async () => {
    const { as } = await aToken(jane, ['loved-ones:write'])
    const made = await as.post('/api/loved-ones', aLovedOne({ familyWord: 'Honeycomb' }))
    expect(made.json().familyWord).toBeNull()
    const both = await aToken(jane, ['loved-ones:read', 'words:read'])
    expect((await both.as.get(`/api/loved-ones/${made.json().id}`)).json().familyWord).toBe('Honeycomb')
  })
})

describe('the end of an access token', () => {
  const said = async (as: SignedIn) => {
    const answer = await as.get('/api/loved-ones')
    return [answer.statusCode, answer.json().message]
  }

  test('a token that was revoked is refused, and says so', async () => {
    const { id, as } = await aToken(jane, ['loved-ones:read'])
    expect((await jane.delete(`/api/access-tokens/${id}`)).statusCode).toBe(204)
    expect(await said(as)).toEqual([401, 'This access token has been revoked.'])
    expect((await jane.get('/api/access-tokens')).json()[0].revokedAt).not.toBeNull()
    expect((await jane.delete(`/api/access-tokens/${id}`)).statusCode).toBe(204)
    const [entry, before] = (await jane.get('/api/activity')).json()
    expect(entry.description).toContain('revoked the access token "Agency"')
    expect(before.description).toContain('created')
  })

  test('a token that was revoked is listed for thirty days, and one in use as long as it works', async () => {
    const gone = await aToken(jane, ['loved-ones:read'])
    const kept = await aToken(jane, ['loved-ones:read'])
    await jane.delete(`/api/access-tokens/${gone.id}`)
    const listed = async (days: number) => {
      await deleteExpiredRecords(cooee.db, new Date(cooee.clock.now().getTime() + days * 86_400_000))
      const tokens = await cooee.db
        .selectFrom('accessTokens')
        .select('id')
        .where('id', 'in', [gone.id, kept.id])
        .execute()
      return tokens.map(({ id }) => id).sort()
    }
    expect(await listed(29)).toEqual([gone.id, kept.id].sort())
    expect(await listed(31)).toEqual([kept.id])
  })

  test('a token that has expired is refused, and says so', async () => {
    const { as } = await aToken(jane, ['loved-ones:read'])
    const before = cooee.clock.now()
    cooee.clock.set(new Date(before.getTime() + 30 * 86_400_000))
    expect(await said(as)).toEqual([401, 'This access token has expired. Please create a new one in Settings.'])
    cooee.clock.set(before)
  })

  test('a token that was cut is told from one that never was', async () => {
    const { token } = await aToken(jane, ['loved-ones:read'])
    expect(await said(cooee.signedIn({ ...jane, token: token.slice(0, -3) }))).toEqual([
      401,
      "This access token isn't complete. Please copy it again.",
    ])
    expect(await said(cooee.signedIn({ ...jane, token: newAccessToken() }))).toEqual([
      401,
      'This access token is not valid.',
    ])
  })

  test('it ends with the membership', async () => {
    const carer = await aMemberOf(cooee, jane, 'carer')
    const { as } = await aToken(carer, ['loved-ones:read'])
    await jane.delete(`/api/members/${carer.user.id}`)
    expect((await said(as))[0]).toBe(401)
  })

  test('it ends when an admin suspends the account, and does not come back', async () => {
    const { as } = await aToken(jane, ['loved-ones:read'])
    const accountId = jane.user.circle.id
    await cooee.db.transaction().execute((trx) => suspendByAdmin(trx, accountId, cooee.clock.now()))
    expect((await said(as))[0]).toBe(401)
    await cooee.db.updateTable('accounts').set({ suspendedByAdminAt: null }).where('id', '=', accountId).execute()
    expect(await said(as)).toEqual([401, 'This access token has been revoked.'])
  })

  test('signing out everywhere else revokes every token, in each circle', async () => {
    const { as } = await aToken(jane, ['loved-ones:read'])
    expect((await jane.post('/api/sessions/end-others')).json()).toEqual({ ended: 0, revokedTokens: 1 })
    expect((await said(as))[0]).toBe(401)
  })

  test('it outlives a new password, whose mail says so, and stays in the list', async () => {
    const { as } = await aToken(jane, ['loved-ones:read'])
    const changed = await jane.post('/api/password/change', {
      currentPassword: A_PASSWORD,
      newPassword: 'Quiet-Evening-8',
    })
    const again = cooee.signedIn({ ...jane, token: changed.json().token })
    expect((await said(as))[0]).toBe(200)
    expect((await again.get('/api/access-tokens')).json()).toHaveLength(1)
    const mails = await cooee.db
      .selectFrom('messages')
      .select('text')
      .where('personId', '=', jane.user.id)
      .where('subject', '=', 'Your Cooee password was changed')
      .execute()
    expect(mails).toEqual([{ text: expect.stringContaining('Your access token still works.') }])
  })

  test('a restored backup brings none back', async () => {
    const { as } = await aToken(jane, ['loved-ones:read'])
    await cooee.db.transaction().execute(endAllSessions)
    expect((await said(as))[0]).toBe(401)
  })
})

describe('every route says which scope it needs, or that it takes no token', () => {
  test('the table of scopes knows the routes of the table of rights, and each scope is of use', () => {
    expect(Object.keys(ROUTE_SCOPES).sort()).toEqual(Object.keys(ROUTE_RIGHTS).sort())
    const used = new Set<string>(Object.values(ROUTE_SCOPES))
    expect(TOKEN_SCOPES.filter((scope) => !used.has(scope))).toEqual([])
  })

  test('a token with every scope is refused each route that is not for tokens, and the admin area', async () => {
    const admin = await cooee.anAdmin()
    const { as } = await aToken(admin, [...TOKEN_SCOPES])
    const routes = cooee.app.registeredRoutes.filter(
      ({ url, isOpen }) => url.startsWith('/api/') && !url.startsWith('/api/docs') && !isOpen,
    )
    const scopes: Partial<Record<string, string>> = ROUTE_SCOPES
    const wrong: string[] = []
    for (const { method, url } of routes) {
      const isForTokens = (scopes[`${method} ${url}`] ?? NOT_FOR_TOKENS) !== NOT_FOR_TOKENS
      const body = ['GET', 'DELETE'].includes(method) ? undefined : {}
      const answer = await as.request(method as 'GET', url.replaceAll(/:\w+/g, '999999999'), body)
      const isRefused = answer.statusCode === 403 && answer.body.includes("Access tokens can't be used for this")
      if (isForTokens === isRefused) wrong.push(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    }
    expect(routes.length).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })

  test('a token with every other scope is refused each route by the name of the scope', async () => {
    const wrong: string[] = []
    for (const wanted of new Set(Object.values(ROUTE_SCOPES))) {
      if (wanted === NOT_FOR_TOKENS) continue
      const others = TOKEN_SCOPES.filter((scope) => scope !== wanted && scope !== wanted.replace(/:read$/, ':write'))
      const { as } = await aToken(jane, others)
      for (const [route, scope] of Object.entries(ROUTE_SCOPES)) {
        if (scope !== wanted) continue
        const [method = '', url = ''] = route.split(' ')
        const body = ['GET', 'DELETE'].includes(method) ? undefined : {}
        const answer = await as.request(method as 'GET', url.replaceAll(/:\w+/g, '999999999'), body)
        if (answer.statusCode !== 403 || !answer.body.includes(`the scope ${wanted}.`)) wrong.push(route)
      }
    }
    expect(wrong).toEqual([])
  })

  test('the OpenAPI document names the scope of each route', async () => {
    const document = (await cooee.request('GET', '/api/docs/openapi.json')).json()
    expect(document.components.securitySchemes.accessToken).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document.paths['/api/calls'].post.security).toContainEqual({ accessToken: ['calls:write'] })
    expect(document.paths['/api/members'].get.security ?? []).not.toContainEqual({ accessToken: expect.anything() })
  })

  test('a token joins nobody to another circle', async () => {
    const { as } = await aToken(jane, [...TOKEN_SCOPES])
    const answer = await as.post('/api/invitations/by-token/anything-at-all-anything-at-all-anything/accept', {})
    expect([400, 403, 404]).toContain(answer.statusCode)
    expect((await as.get('/api/me')).statusCode).toBe(403)
  })
})
