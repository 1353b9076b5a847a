import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'
import { aRegistration } from './factories.ts'
import { observatoryScore, policyOf } from './observatory-score.ts'

// Every kind of answer there is, as a scanner would see it on https.
let directory: string
let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cooee-headers-'))
  await mkdir(join(directory, 'assets'))
  await mkdir(join(directory, 'pages'))
  await writeFile(join(directory, 'index.html'), '<div id="root">')
  await writeFile(join(directory, 'pages', 'front.html'), '<h1>Cooee</h1>')
  await writeFile(join(directory, 'pages', 'terms.html'), '<h1>Terms</h1>')
  await writeFile(join(directory, 'pages', 'robots.txt'), 'User-agent: *')
  await writeFile(join(directory, 'pages', 'sitemap.xml'), '<urlset/>')
  await writeFile(join(directory, 'assets', 'main-1a2b3c.js'), 'export {}')
  await writeFile(join(directory, 'assets', 'main-1a2b3c.css'), 'body {}')
  await writeFile(join(directory, 'favicon.svg'), '<svg/>')
  cooee = await buildTestApp({
    publicUrl: 'https://cooee.example.com.au',
    webDirectory: directory,
    adapterRoutes: async (app) => {
      app.get('/api/broken', { config: { access: 'open' } }, async () => {
        throw new Error('select * from accounts where password = secret')
      })
    },
  })
  jane = await cooee.aRegisteredAccount()
})
afterAll(async () => {
  await cooee.close()
  await rm(directory, { recursive: true })
})

const PAGE = { headers: { accept: 'text/html' } }
const ANSWERS: [number, string, string, InjectOptions?][] = [
  [200, 'GET', '/', PAGE],
  [200, 'GET', '/terms', PAGE],
  [308, 'GET', '/terms/', PAGE],
  [200, 'GET', '/robots.txt'],
  [200, 'GET', '/sitemap.xml'],
  [200, 'GET', '/dashboard', PAGE],
  [404, 'GET', '/nothing/like/this', PAGE],
  [404, 'GET', '/nothing.php'],
  [404, 'GET', '/.git/config.txt'],
  [200, 'GET', '/assets/main-1a2b3c.js'],
  [200, 'GET', '/assets/main-1a2b3c.css'],
  [200, 'GET', '/favicon.svg'],
  [206, 'GET', '/favicon.svg', { headers: { range: 'bytes=0-1' } }],
  [416, 'GET', '/favicon.svg', { headers: { range: 'bytes=900-' } }],
  [200, 'HEAD', '/favicon.svg'],
  [404, 'POST', '/'],
  [404, 'TRACE', '/'],
  [404, 'GET', '/metrics'],
  [200, 'GET', '/api/health'],
  [200, 'GET', '/api/docs/openapi.json'],
  [200, 'GET', '/api/docs/'],
  [400, 'POST', '/api/login', { payload: '{', headers: { 'content-type': 'application/json' } }],
  [401, 'GET', '/api/me'],
  [404, 'GET', '/api/nothing'],
  [413, 'POST', '/api/login', { payload: { username: 'x'.repeat(70_000) } }],
  [415, 'POST', '/api/login', { payload: 'a=b', headers: { 'content-type': 'text/plain' } }],
  [404, 'OPTIONS', '/api/login', { headers: { origin: 'https://evil.example' } }],
  [500, 'GET', '/api/broken'],
  [400, 'GET', '/%'],
  [400, 'GET', '/api/calls/%E0%A4%A'],
  [400, 'GET', '/api/health', { headers: { host: 'a b' } }],
]

const ask = ([, method, url, options]: (typeof ANSWERS)[number]) =>
  cooee.app.inject({ method: method as 'GET', url, ...options })

describe.each(ANSWERS)('%i to %s %s', (...answer) => {
  const [status, method, url] = answer

  test('the answer has every security header', async () => {
    const { statusCode, headers } = await ask(answer)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const [age, ...more] = String(headers['strict-transport-security']).split('; ')
    const twoYears = 2 * 365 * 24 * 60 * 60
    expect(Number(age?.replace('max-age=', ''))).toBeGreaterThanOrEqual(twoYears)
    expect(more).toContain('includeSubDomains')
    expect(headers['permissions-policy']).toContain('microphone=()')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('the page loads nothing from other hosts', async () => {
    const policy = policyOf((await ask(answer)).headers)
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
      expect([directive, policy.get(directive)]).toEqual([directive, ["'none'"]])
    }
    const scripts = [policy.get('script-src') ?? []].flat()
    expect(scripts.filter((source) => source !== "'self'" && !source.startsWith("'sha256-"))).toEqual([])
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe-eval|unsafe-hashes|\*|https?:/)
  })

  test('says what it is, and is kept by nobody where it is about somebody', async () => {
    const { headers, body } = await ask(answer)
    const type = String(headers['content-type'] ?? '')
    if (body !== '') expect(type).toMatch(/\/.+/)
    if (/^text\/|json|xml|javascript/.test(type)) expect(type).toMatch(/; charset=utf-8$/i)
    if (url.startsWith('/api/')) expect(headers['cache-control']).toMatch(/no-store/)
    if (status >= 400 && method !== 'HEAD' && !PAGE_STATUS.has(`${status} ${url}`)) {
      expect(Object.keys(JSON.parse(body))).toEqual(['message'])
      expect(body).not.toMatch(/select|secret|node_modules|\.ts:\d+|at \w+ \(/)
    }
  })
})

/** Said by a page, or by the file server, which leaves it out. */
const PAGE_STATUS = new Set(['404 /nothing/like/this', '416 /favicon.svg'])

test('answers about somebody are kept by nobody', async () => {
  for (const url of ['/api/me', '/api/loved-ones', '/api/calls', '/api/sessions']) {
    expect((await jane.get(url)).headers['cache-control']).toBe('no-store')
  }
})

test('no page allows inline scripts or styles, but the reference of the API its styles', async () => {
  const unsafe: string[] = []
  for (const answer of ANSWERS) {
    const sources = [...policyOf((await ask(answer)).headers).values()].flat()
    if (sources.includes("'unsafe-inline'")) unsafe.push(answer[2])
  }
  expect(unsafe).toEqual(['/api/docs/'])
})

test('a scan of the front page on https gives 115 points and more, as does the sign-in', async () => {
  const front = await cooee.app.inject({ url: '/', ...PAGE })
  expect(observatoryScore(front.headers)).toMatchObject({ score: 150 })
  const registered = await cooee.request('POST', '/api/register', aRegistration())
  expect(registered.headers['set-cookie']).toHaveLength(3)
  expect(observatoryScore(registered.headers).score).toBeGreaterThanOrEqual(115)
})

test('the count sees what is missing', () => {
  expect(observatoryScore({}).score).toBe(100 - 25 - 20 - 20 - 5)
  const inline = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
  expect(observatoryScore(inline).parts['scripts or styles from anywhere']).toBe(-20)
})

test('without https there is nothing that says https', async () => {
  const plain = await buildTestApp()
  const { headers } = await plain.request('GET', '/nothing')
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  await plain.close()
})

describe('what the HTTP parser refuses', () => {
  let port: number
  beforeAll(async () => {
    await cooee.app.listen({ port: 0, host: '127.0.0.1' })
    port = (cooee.app.server.address() as AddressInfo).port
  })
  const send = (request: string) => text(connect(port, '127.0.0.1').end(request))
  const HOST = 'Host: localhost\r\n'

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method nobody knows', `COFFEE / HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    ['headers without end', `GET /api/health HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a header that breaks its line', `GET /api/health HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`, 400],
    [
      'two lengths',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}GET /api/me HTTP/1.1\r\n\r\n`,
      400,
    ],
    [
      'a length and chunks',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/me HTTP/1.1\r\n${HOST}\r\n`,
      400,
    ],
    [
      'chunks that are none',
      `POST /api/login HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nGET /api/me HTTP/1.1\r\n${HOST}\r\n`,
      400,
    ],
    ['a space before the colon', `GET /api/health HTTP/1.1\r\n${HOST}Transfer-Encoding : chunked\r\n\r\n`, 400],
  ])('%s, is refused once and the connection ends', async (_, request, status) => {
    const answer = await send(request)
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`])
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  test('a refusal by the HTTP parser has our words and our headers', async () => {
    const [head = '', body = ''] = (await send('hello <script>\r\n\r\n')).split('\r\n\r\n')
    expect(JSON.parse(body)).toEqual({ message: 'This is not a valid HTTP request' })
    expect(head).toContain("content-security-policy: default-src 'none'")
    expect(head).toContain('strict-transport-security: max-age=63072000')
    expect(head).toContain('x-content-type-options: nosniff')
  })

  test('a body that says it is packed is not unpacked', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const payload = gzipSync(JSON.stringify({ username: 'x'.repeat(10_000_000), password: 'x' }))
    const answer = await cooee.app.inject({ method: 'POST', url: '/api/login', payload, headers })
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The request body is not valid JSON' }])
  })

  test('nobody holds a connection for long who sends a request a letter at a time', () => {
    const { headersTimeout, requestTimeout, timeout, maxConnections } = cooee.app.server
    expect(headersTimeout).toBeLessThanOrEqual(10_000)
    expect(requestTimeout).toBeLessThanOrEqual(10_000)
    expect(timeout).toBeGreaterThan(0)
    expect(maxConnections).toBeGreaterThan(0)
  })
})
