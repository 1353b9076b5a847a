import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { SIGNED_IN_PAGE } from '#contract/public-pages.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne, aRegistration } from '#test/factories.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp({ publicUrl: 'https://cooee.example.com.au', metricsToken: 'a-long-metrics-token' })
})
afterAll(() => cooee.close())

const raw = (payload: string, contentType = 'application/json') =>
  cooee.request('POST', '/api/login', payload, { headers: { 'content-type': contentType } })

describe('what is not valid is said plainly', () => {
  test('a body that is no JSON', async () => {
    const answer = await raw('{"username": ')
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The request body is not valid JSON' }])
  })

  test('a body that wants to change prototypes', async () => {
    expect((await raw('{"__proto__": {"isAdmin": true}}')).statusCode).toBe(400)
    expect((await raw('{"constructor": {"prototype": {}}}')).statusCode).toBe(400)
  })

  test('a body above 64 KB', async () => {
    const answer = await raw(JSON.stringify({ username: 'x'.repeat(64 * 1024), password: 'x' }))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().message).toBe('The request is too large: at most 64 KB')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
    'nonsense',
  ])('a body that is %s', async (contentType) => {
    const answer = await raw('username=x', contentType)
    expect(answer.statusCode).toBe(415)
    expect(answer.json().message).toContain('must be JSON')
  })

  test('an address that cannot be decoded', async () => {
    const answer = await cooee.request('GET', '/api/calls/%E0%A4%A')
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The address is not valid' }])
  })

  test.each([
    ['GET', '/api/nothing-here'],
    ['PUT', '/api/loved-ones/1'],
    ['DELETE', '/api/login'],
    ['GET', '/api'],
  ] as const)('%s %s, which does not exist', async (method, path) => {
    const answer = await cooee.request(method, path)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json().message).toBe(`There is nothing at ${method} ${path}`)
  })

  test('a Host header that is no host', async () => {
    const answer = await cooee.request('GET', '/api/docs', undefined, { headers: { host: 'a b' } })
    expect(answer.statusCode).toBe(400)
  })

  test('a DELETE with the JSON content type and nothing in it is fine', async () => {
    const jane = await cooee.aRegisteredAccount()
    const { id } = (await jane.post('/api/loved-ones', aLovedOne())).json()
    const headers = { authorization: `Bearer ${jane.token}`, 'content-type': 'application/json' }
    expect((await cooee.request('DELETE', `/api/loved-ones/${id}`, undefined, { headers })).statusCode).toBe(204)
  })

  test('every field that is wrong, by the name the client knows it by', async () => {
    const jane = await cooee.aRegisteredAccount()
    const answer = await jane.post('/api/calls', {
      lovedOneId: 1,
      callType: 'daily_check_in',
      scheduledTime: 'tomorrow',
      recurrencePattern: 'custom',
      schedulePatterns: [{ weekDay: 'monday', timeOfDay: '25:00' }],
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: 'Please select a valid date and time',
      errors: [
        { path: 'scheduledTime', message: 'Please select a valid date and time' },
        { path: 'schedulePatterns.0.timeOfDay', message: 'Time must be HH:MM, such as 09:00' },
      ],
    })
  })

  test('an invalid id', async () => {
    const jane = await cooee.aRegisteredAccount()
    const answer = await jane.get('/api/loved-ones/margaret')
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'id', message: 'Must be a number' }]])
  })

  test('unknown query parameters are ignored', async () => {
    const jane = await cooee.aRegisteredAccount()
    expect((await jane.get('/api/activity?_t=1767225600000&other[]=x')).statusCode).toBe(200)
  })
})

describe('who may come in', () => {
  const me = (headers: Record<string, string>) => cooee.request('GET', '/api/me', undefined, { headers })
  const logout = (headers: Record<string, string>) => cooee.request('POST', '/api/logout', undefined, { headers })

  test('nobody without a session, on any route that does not say so', async () => {
    const answer = await me({})
    expect([answer.statusCode, answer.json()]).toEqual([401, { message: 'Please sign in' }])
  })

  test('the Bearer header and the cookie open the same door; the header wins', async () => {
    const { token } = await cooee.aRegisteredAccount()
    expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
    expect((await me({ cookie: `auth-token=${token}` })).statusCode).toBe(200)
    expect((await me({ cookie: `auth-token=${token}`, authorization: 'Bearer wrong' })).statusCode).toBe(401)
  })

  test('a token in the address opens nothing', async () => {
    const { token } = await cooee.aRegisteredAccount()
    for (const name of ['token', 'auth-token', 'access_token', 'authorization']) {
      expect((await cooee.request('GET', `/api/me?${name}=${token}`)).statusCode).toBe(401)
    }
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site, by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com.au' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nowhere', {}],
  ])('a change with the cookie alone is refused from %s', async (_where, headers) => {
    const { token } = await cooee.aRegisteredAccount()
    const answer = await logout({ cookie: `auth-token=${token}`, ...headers })
    expect(answer.statusCode).toBe(403)
    expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  test.each([
    ['our public address', { origin: 'https://cooee.example.com.au' }],
    ['the host it was sent to', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['our own page, by its fetch metadata', { 'sec-fetch-site': 'same-origin' }],
  ])('and taken from %s', async (_where, headers) => {
    const { token } = await cooee.aRegisteredAccount()
    expect((await logout({ cookie: `auth-token=${token}`, ...headers })).statusCode).toBe(204)
  })

  test('everything under /api/admin, existing or not, is for admins', async () => {
    const carer = await cooee.aRegisteredAccount()
    const admin = await cooee.anAdmin()
    for (const path of ['/api/admin', '/api/admin/nothing-here']) {
      expect((await cooee.request('GET', path)).statusCode).toBe(401)
      expect((await carer.get(path)).statusCode).toBe(403)
      expect((await admin.get(path)).statusCode).toBe(404)
    }
  })

  test('also where the web app answers for every other address', async () => {
    const web = await buildTestApp({ webDirectory: join(tmpdir(), 'cooee-not-built') })
    const carer = await web.aRegisteredAccount()
    expect((await carer.get('/api/admin/nothing-here')).statusCode).toBe(403)
    expect((await carer.get('/admin')).statusCode).toBe(404)
    await web.close()
  })

  test('an admin who no longer is one loses access with the next request', async () => {
    const admin = await cooee.anAdmin()
    expect((await admin.get('/api/admin/nothing-here')).statusCode).toBe(404)
    await cooee.db.updateTable('people').set({ role: 'account_holder' }).where('id', '=', admin.user.id).execute()
    expect((await admin.get('/api/admin/nothing-here')).statusCode).toBe(403)
  })
})

describe('headers', () => {
  test('let nothing load, run or be framed that is not ours', async () => {
    const { headers } = await cooee.request('GET', '/api/health')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('mark the cookie Secure where the public address is https', async () => {
    const answer = await cooee.request('POST', '/api/register', aRegistration())
    const cookies = [answer.headers['set-cookie']].flat()
    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.filter((cookie) => !/; Secure/.test(cookie ?? ''))).toEqual([])
  })
})

describe('the watchers', () => {
  test('monitors may use HTTP/1.0 without a Host header', async () => {
    const withoutHost = { headers: { host: '' } }
    expect((await cooee.request('GET', '/api/health', undefined, withoutHost)).statusCode).toBeLessThan(500)
    await cooee.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = cooee.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').end('GET /api/health HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK/)
    const docs = connect(port, '127.0.0.1').end('GET /api/docs HTTP/1.0\r\n\r\n')
    expect(await text(docs)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('health is up; readiness names what is not', async () => {
    expect((await cooee.request('GET', '/api/health')).json()).toEqual({ status: 'ok' })
    const broken = await buildTestApp({
      readiness: [
        { name: 'database', check: async () => {} },
        { name: 'jobs', check: async () => Promise.reject(new Error('stuck')) },
      ],
    })
    const answer = await broken.request('GET', '/api/ready')
    expect(answer.statusCode).toBe(503)
    expect(answer.json().checks).toEqual([
      { name: 'database', ok: true },
      { name: 'jobs', ok: false },
    ])
    await broken.close()
  })

  test('however often readiness is asked for, the parts are asked once a second', async () => {
    let asked = 0
    const check = async () => {
      asked += 1
    }
    const busy = await buildTestApp({ readiness: [{ name: 'database', check }] })
    const ask = () => busy.request('GET', '/api/ready')
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(asked).toBeLessThan(5)
    const before = asked
    await expect.poll(async () => (await ask()) && asked, { timeout: 10_000 }).toBeGreaterThan(before)
    await busy.close()
  })

  test('metrics are for this machine on its own port, or for who holds the token', async () => {
    const metrics = (options: object) => cooee.local('GET', '/metrics', undefined, options)
    const inPublic = (options: object) => cooee.request('GET', '/metrics', undefined, options)
    const elsewhere = { remoteAddress: '203.0.113.9' }
    expect((await metrics({})).body).toContain('cooee_http_request_seconds_count')
    expect((await metrics(elsewhere)).statusCode).toBe(403)
    expect((await metrics({ headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(403)
    const rebound = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
    expect((await metrics({ headers: rebound })).statusCode).toBe(403)
    // A proxy on this machine that adds no header and speaks HTTP/1.1 asks just so.
    expect((await inPublic({})).statusCode).toBe(404)
    expect((await inPublic({ ...elsewhere, headers: { authorization: 'Bearer wrong' } })).statusCode).toBe(404)
    const token = { authorization: 'Bearer a-long-metrics-token' }
    expect((await inPublic({ ...elsewhere, headers: token })).statusCode).toBe(200)
  })

  test('a database that is gone is a plain 503 without details', async () => {
    const gone = openDatabase('postgres://nobody:secret@127.0.0.1:1/none')
    const app = await buildTestApp({ db: gone })
    const answer = await app.request('POST', '/api/login', { username: 'jane', password: 'x' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toBe('Cooee is having trouble right now. Please try again in a moment.')
    await gone.destroy()
    await app.close()
  })
})

test('a proxy that was named is believed about the address of its visitors, and nobody else is', async () => {
  const behind = await buildTestApp({
    trustProxy: ['10.0.0.0/8'],
    adapterRoutes: async (app) => void app.get('/visitor', async (request) => request.ip),
  })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const visitorThrough = async (remoteAddress: string) =>
    (await behind.request('GET', '/visitor', undefined, { remoteAddress, headers })).body
  expect(await visitorThrough('10.1.2.3')).toBe('203.0.113.9')
  expect(await visitorThrough('127.0.0.1')).toBe('127.0.0.1')
  await behind.close()
})

test('an answer holds nothing but the fields that are described', async () => {
  const described = await buildTestApp({
    adapterRoutes: async (app) => {
      const schema = {
        response: { 200: z.object({ name: z.string(), people: z.array(z.object({ id: z.number() })) }) },
      }
      const row = { name: 'June', passwordHash: 'secret', people: [{ id: 7, notes: 'secret' }] }
      app.get('/one', { config: { access: 'open' }, schema }, async () => row)
    },
  })
  expect((await described.request('GET', '/one')).json()).toEqual({ name: 'June', people: [{ id: 7 }] })
  await described.close()
})

describe('the documentation', () => {
  test('the API documentation is OpenAPI 3.1 with every route of the API', async () => {
    const document = (await cooee.request('GET', '/api/docs/openapi.json')).json()
    expect(document.openapi).toBe('3.1.1')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/login', '/api/loved-ones/{id}', '/api/activity', '/api/contacts']),
    )
    expect(document.paths['/api/login'].post.security).toEqual([])
    expect(document.paths['/api/login'].post.requestBody.content['application/json'].schema.required).toEqual([
      'username',
      'password',
    ])
  })

  test('the API documentation is shown on a page that needs nothing from elsewhere', async () => {
    const page = await cooee.request('GET', '/api/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('js/scalar.js')
    expect(page.body).not.toContain('https://cdn')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect((await cooee.request('GET', '/api/docs/js/scalar.js')).statusCode).toBe(200)
  })
})

describe('the web app', () => {
  let directory: string
  let web: TestApp
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cooee-web-'))
    await mkdir(join(directory, 'assets'))
    await writeFile(join(directory, 'index.html'), '<div id="root">')
    await writeFile(join(directory, SIGNED_IN_PAGE), '<div id="root" data-waiting>')
    await writeFile(join(directory, 'assets', 'main-1a2b3c.js'), 'export {}')
    await writeFile(join(directory, 'favicon.svg'), '<svg/>')
    web = await buildTestApp({ webDirectory: directory })
  })
  afterAll(async () => {
    await web.close()
    await rm(directory, { recursive: true })
  })
  const page = (path: string) => web.request('GET', path, undefined, { headers: { accept: 'text/html' } })

  test.each(['/', '/dashboard', '/calls/edit/7?tab=upcoming', '/subscription/'])(
    'the web app is sent for %s',
    async (path) => {
      const answer = await page(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.body).toContain('<div id="root">')
    },
  )

  test.each(['/nothing/like/this', '/calls/edit/abc'])(
    'the web app says at %s that the page does not exist, also by the status',
    async (path) => {
      const answer = await page(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.body).toContain('<div id="root">')
    },
  )

  test('a browser that has signed in gets the page that asks for the whole app at once', async () => {
    const known = { accept: 'text/html', cookie: `${SIGNED_IN_COOKIE}=1` }
    const answer = await web.request('GET', '/dashboard', undefined, { headers: known })
    expect(answer.body).toContain('data-waiting')
    const visitor = await page('/dashboard')
    expect(visitor.body).not.toContain('data-waiting')
    for (const { headers } of [answer, visitor]) expect(String(headers.vary)).toMatch(/cookie/i)
    expect((await page('/signed-in.html')).statusCode).toBe(404)
  })

  test('the web app allows scripts and styles only from its own files', async () => {
    const policy = String((await page('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toMatch(/unsafe|nonce/)
  })

  test('an unchanged web app is not sent again, and keeps its policy', async () => {
    const first = await page('/')
    const headers = { accept: 'text/html', 'if-none-match': String(first.headers.etag) }
    const again = await web.request('GET', '/', undefined, { headers })
    expect(again.statusCode).toBe(304)
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  })

  test('the web app keeps files with a hash in their name forever, and revalidates the others', async () => {
    const script = await web.request('GET', '/assets/main-1a2b3c.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await web.request('GET', '/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test.each(['/assets/gone-9f.js', '/api/nothing', '/../package.json', '/%2e%2e/package.json'])(
    'the web app does not pretend that %s exists',
    async (path) => {
      const answer = await page(path)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
    },
  )

  test('a web app that was never built says so', async () => {
    const unbuilt = await buildTestApp({ webDirectory: join(directory, 'missing') })
    expect((await unbuilt.request('GET', '/dashboard')).body).toBe('The web app has not been built. Run: npm run build')
    expect((await unbuilt.request('GET', '/api/nothing')).statusCode).toBe(404)
    await unbuilt.close()
  })
})
