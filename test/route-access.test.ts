import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedForecast } from './adapters/scripted-forecast.ts'
import { buildTestApp } from './build-test-app.ts'
import { A_PASSWORD } from './factories.ts'
import { operationsOf } from './openapi-requests.ts'
import { fingerprint, MARKS_OF, type Owner, ownerOf } from './owned-rows.ts'
import { bodyPropertiesOf, idPlacesOf, requestWith } from './requests-with-ids.ts'

const cooee = await buildTestApp({ forecast: scriptedForecast() })
afterAll(() => cooee.close())

const operations = operationsOf((await cooee.request('GET', '/api/docs/openapi.json')).json())
/** An id that no row has. */
const UNKNOWN = 987_654_321
/** What an account holder may ask for their own rows. */
const ofAccounts = operations.filter(({ path, isOpen }) => !isOpen && !path.startsWith('/api/admin/'))

const routes = cooee.app.registeredRoutes.filter(({ url }) => url.startsWith('/api') && !url.startsWith('/api/docs'))
const closed = routes.filter(({ isOpen }) => !isOpen)

/** Every open route, with the reason why it needs no session. */
const OPEN: Record<string, string> = {
  'POST /api/register': 'nobody has a session yet',
  'POST /api/login': 'nobody has a session yet',
  'POST /api/login/passkey/options': 'nobody has a session yet; it says the same to everybody',
  'POST /api/login/passkey': 'what the passkey signed is the proof',
  'POST /api/password/request-reset': 'the password is forgotten',
  'POST /api/password/reset': 'the token of the link is the proof',
  'POST /api/profile/undo': 'the token of the link to the old address is the proof',
  'POST /api/email/verify': 'the token of the link to the address is the proof',
  'POST /api/stop/code':
    'the person who is rung needs no account to end it; it sends a code, and says the same of every number',
  'POST /api/stop': 'the code that was sent to the phone is the proof',
  'GET /api/health': 'watched from outside, says nothing',
  'GET /api/ready': 'watched from outside, names parts only',
  'GET /api/incidents/:token': 'the signed link of an alert is the proof',
  'POST /api/incidents/:token/answer': 'the signed link of an alert is the proof',
  'GET /api/contact-pages/:token': 'the signed link of a question to a contact is the proof',
  'PATCH /api/contact-pages/:token': 'the signed link of a question to a contact is the proof',
  'POST /api/contact-pages/:token/answer': 'the signed link of a question to a contact is the proof',
  'GET /api/invitations/by-token/:token': 'the token of the link in the invitation is the proof',
  'POST /api/invitations/by-token/:token/accept': 'the token of the link in the invitation is the proof',
  'GET /api/voices/:name': 'the signed address that the phone provider is given is the proof',
  'GET /api/calendars/:token': 'the secret address of a calendar is the proof',
  'GET /api/heartbeat': 'watched from outside, says how many and nothing about anybody',
  'GET /api/sandbox': 'says whether the sandbox can be opened here, nothing else',
}

test('the open routes are the ones that are meant to be', () => {
  const open = routes
    .filter(({ isOpen, url }) => isOpen && !/^\/api\/(twilio|stripe)\//.test(url)) // those check a signature
    .map(({ method, url }) => `${method} ${url}`)
  expect(open.sort()).toEqual(Object.keys(OPEN).sort())
})

test.each(closed)('$method $url is closed to a caller who has not signed in', async ({ method, url }) => {
  const answer = await cooee.request(method as 'GET', url.replaceAll(/:\w+/g, '1'))
  expect(answer.statusCode).toBe(401)
})

test.each(closed)('$method $url is closed to a token that never was', async ({ method, url }) => {
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  const answer = await cooee.request(method as 'GET', url.replaceAll(/:\w+/g, '1'), undefined, { headers })
  expect(answer.statusCode).toBe(401)
})

test.each(closed.filter(({ url }) => /:\w+/.test(url) && !url.startsWith('/api/admin')))(
  '$method $url does not find what is not there',
  async ({ method, url }) => {
    const somebody = await cooee.aRegisteredAccount()
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    const answer = await somebody.request(method as 'GET', url.replaceAll(/:\w+/g, '999999999'), body)
    expect(answer.statusCode).toBe(404)
  },
)

describe('the id of a row that is somebody else’s', () => {
  /** Answers that are no 404; in each of these cases the same as to an id that does not exist, or with own rows alone. */
  const OTHERWISE: Record<string, number> = {
    'GET /api/activity before': 200, // where to go on in one's own log
    'GET /api/calls/upcoming lovedOneId': 200, // an empty list
    'GET /api/calls/recurring lovedOneId': 200,
    'GET /api/calls/history lovedOneId': 200,
    'GET /api/calls/history before': 200,
    'PUT /api/contacts/order contactIds': 409, // not the contacts that there are
  }
  const places = ofAccounts.flatMap((operation) =>
    idPlacesOf(operation).map((place) => ({
      operation,
      place,
      named: `${operation.method} ${operation.path} ${place.name}`,
    })),
  )
  let owner: Owner
  let strangers: Owner[]
  beforeAll(async () => {
    owner = await ownerOf(cooee, await cooee.aRegisteredAccount())
    strangers = [await ownerOf(cooee, await cooee.aRegisteredAccount()), await ownerOf(cooee, await cooee.anAdmin())]
  })

  test('a foreign id is tried in every place in which the API’s document takes an id', () => {
    expect(places.length).toBeGreaterThan(22)
    expect(new Set(places.map(({ place }) => place.kind))).toEqual(new Set(Object.keys(owner.ids)))
    expect(Object.keys(OTHERWISE).filter((each) => !places.some(({ named }) => named === each))).toEqual([])
  })

  test.each(places)('$named: a foreign id finds, shows and changes nothing', async ({ operation, place, named }) => {
    const before = await fingerprint(cooee)
    for (const { carer, ids } of strangers) {
      const [theirs, unknown] = [owner.ids[place.kind], UNKNOWN].map((id) =>
        requestWith(operation, ({ name, kind }) =>
          name === place.name ? id : name === 'before' ? undefined : ids[kind],
        ),
      )
      if (!theirs || !unknown) throw new Error('Two ids, two requests')
      const answer = await carer.request(theirs.method, theirs.url, theirs.body)
      expect(answer.statusCode, answer.body).toBe(OTHERWISE[named] ?? 404)
      for (const mark of MARKS_OF(owner)) expect(answer.body).not.toContain(mark)
      if (named === 'GET /api/activity before') continue
      expect(answer.body).toBe((await carer.request(unknown.method, unknown.url, unknown.body)).body)
    }
    expect(await fingerprint(cooee)).toEqual(before)
  })

  const withIds = ofAccounts.filter((operation) => idPlacesOf(operation).length > 0)
  test.each(withIds)(
    '$method $path: the same request is answered to the owner of the rows, and kept by no cache',
    async (operation) => {
      const { carer, ids } = await ownerOf(cooee, await cooee.aRegisteredAccount())
      const own = requestWith(operation, ({ name, kind }) => (name === 'before' ? undefined : ids[kind]))
      const answer = await carer.request(own.method, own.url, own.body)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      expect(answer.headers['cache-control']).toContain('no-store')
      if (operation.method === 'GET' && !operation.path.endsWith('patterns')) expect(answer.body).not.toBe('[]')
    },
  )

  const readsWithoutId = ofAccounts.filter(({ method, path }) => method === 'GET' && path !== '/api/changes')
  test.each(readsWithoutId.filter(({ path }) => !path.includes('{')))(
    '$method $path shows nothing of anybody else’s',
    async ({ path }) => {
      for (const { carer } of strangers) {
        const answer = await carer.get(path)
        for (const mark of MARKS_OF(owner)) expect(answer.body).not.toContain(mark)
        expect(answer.headers['cache-control']).toContain('no-store')
      }
    },
  )
})

describe('what can be typed', () => {
  const bodies = operations.flatMap((operation) =>
    Object.keys(bodyPropertiesOf(operation)).map((name) => ({ ...operation, name })),
  )
  const addresses = bodies.filter(({ name }) => /url$/i.test(name))

  test('an address is entered in the webhooks of admins and nowhere else', () => {
    expect(addresses.map(({ method, path, name }) => `${method} ${path} ${name}`)).toEqual([
      'POST /api/admin/twilio/update-webhooks baseUrl',
      'POST /api/admin/webhooks url',
      'POST /api/admin/webhooks/test url',
    ])
  })

  test.each(addresses)('$method $path takes no javascript: and no data: as its $name', async ({ path, name }) => {
    const admin = await cooee.anAdmin()
    const wrong = async (address: string): Promise<string[]> =>
      ((await admin.post(path, { [name]: address })).json().errors ?? []).map((error: { path: string }) => error.path)
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      ' JavaScript:alert(1)',
      'vbscript:x',
      'file:///x',
    ]) {
      expect(await wrong(address), address).toContain(name)
    }
    expect(await wrong('https://cooee.example/')).not.toContain(name)
  })

  test('only its owner enters a password: an admin has no field for somebody else’s', async () => {
    const withPassword = bodies.filter(({ name }) => /password/i.test(name))
    expect(withPassword.map(({ method, path, name }) => `${method} ${path} ${name}`).sort()).toEqual([
      'PATCH /api/profile currentPassword',
      'POST /api/access-tokens password',
      'POST /api/account/deletion password',
      'POST /api/invitations/by-token/{token}/accept password',
      'POST /api/login password',
      'POST /api/members/{id}/make-owner password',
      'POST /api/passkeys/options password',
      'POST /api/password/change currentPassword',
      'POST /api/password/change newPassword',
      'POST /api/password/reset password',
      'POST /api/register password',
      'POST /api/second-factor password',
      'POST /api/second-factor/off password',
    ])
    const { user } = await cooee.aRegisteredAccount()
    const hashOf = () =>
      cooee.db.selectFrom('people').select('passwordHash').where('id', '=', user.id).executeTakeFirstOrThrow()
    const before = await hashOf()
    const passwords = { password: 'Quiet-Evening-8', newPassword: 'Quiet-Evening-8', currentPassword: A_PASSWORD }
    const whose = {
      id: user.id,
      accountId: user.circle.id,
      userId: user.id,
      username: user.username,
      email: user.email,
    }
    for (const { method, path } of operations.filter((operation) => operation.method !== 'GET')) {
      const url = path.replaceAll(/\{\w+\}/g, String(user.id))
      const admin = await cooee.anAdmin() // another each time: some of these end the session
      await admin.request(method as 'POST', url, { ...whose, ...passwords, passwordHash: 'x' })
    }
    expect(await hashOf()).toEqual(before)
  })

  const writing = ofAccounts.filter(({ method }) => method === 'POST' || method === 'PATCH' || method === 'PUT')
  test.each(writing.filter((operation) => Object.keys(bodyPropertiesOf(operation)).length > 0))(
    '$method $path: a field that is not described changes nothing',
    async (operation) => {
      const [owner, stranger] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
      const { ids } = await ownerOf(cooee, owner)
      const { method, url, body } = requestWith(operation, ({ kind }) => ids[kind])
      const whose = stranger.user.id
      const hopeful = {
        role: 'admin',
        accountId: whose,
        account_id: whose,
        id: UNKNOWN,
        passwordHash: 'x',
        username: 'x',
      }
      const account = () =>
        cooee.db.selectFrom('people').select(['username', 'role', 'passwordHash']).where('id', '=', owner.user.id)
      const before = await account().execute()
      expect(before).toMatchObject([{ username: owner.user.username, role: 'account_holder' }])
      // One at a time: an unknown column would keep a known one from being written.
      for (const [name, value] of Object.entries(hopeful)) {
        const answer = await owner.request(method, url, { ...body, [name]: value })
        expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
        expect(await account().execute(), name).toEqual(before)
      }
      for (const list of ['/api/loved-ones', '/api/calls/upcoming', '/api/activity']) {
        expect((await stranger.get(list)).json(), list).toEqual([])
      }
    },
  )
})

describe('the admin area', () => {
  const admin = closed.filter(({ url }) => url.startsWith('/api/admin'))
  const paths = [...new Set(admin.map(({ url }) => url))]
  const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
  /** Those that exist, with every method, with invalid ids, and with paths that do not exist. */
  const tried = [
    ...paths.flatMap((url) => [url.replaceAll(/:\w+/g, '1'), url.replaceAll(/:\w+/g, 'x'), `${url}/`, `${url}/more`]),
    ...[
      '/api/admin',
      '/api/admin/',
      '/api/admin/nothing',
      '/api//admin/stats',
      '/api/%61dmin/stats',
      '/API/admin/stats',
    ],
  ]

  test('the admin area has routes, and they are closed', () => {
    expect(admin.length).toBeGreaterThan(8)
    expect(routes.filter(({ url, isOpen }) => url.startsWith('/api/admin') && isOpen)).toEqual([])
  })

  test('the admin area is refused to an account holder, whatever the path, the method and the body', async () => {
    const somebody = await cooee.aRegisteredAccount()
    for (const url of tried) {
      for (const method of METHODS) {
        const answer = await somebody.request(method, url, method === 'GET' ? undefined : {})
        const isElsewhere = !/^\/api\/admin(\/|$)/.test(url)
        expect([403, ...(isElsewhere ? [404] : [])], `${method} ${url}`).toContain(answer.statusCode)
      }
    }
  })

  test('the admin area is closed to a caller who has not signed in, whatever the method', async () => {
    for (const url of paths) {
      for (const method of METHODS) {
        const answer = await cooee.request(method, url.replaceAll(/:\w+/g, '1'))
        expect(answer.statusCode, `${method} ${url}`).toBe(401)
      }
    }
  })
})
