import { afterAll, describe, expect, test } from 'vitest'
import { buildTestApp } from './build-test-app.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())

const routes = cooee.app.registeredRoutes.filter(({ url }) => url.startsWith('/api') && !url.startsWith('/api/docs'))
const closed = routes.filter(({ isOpen }) => !isOpen)

/** Whoever opens a route writes it down here, and why it needs no session. */
const OPEN: Record<string, string> = {
  'POST /api/register': 'nobody has a session yet',
  'POST /api/login': 'nobody has a session yet',
  'POST /api/password/request-reset': 'the password is forgotten',
  'POST /api/password/reset': 'the token of the link is the proof',
  'POST /api/profile/undo': 'the token of the link to the old address is the proof',
  'POST /api/email/verify': 'the token of the link to the address is the proof',
  'POST /api/stop/code':
    'whoever is rung needs no account to end it; it sends a code, and says the same of every number',
  'POST /api/stop': 'the code that was sent to the phone is the proof',
  'GET /api/health': 'watched from outside, says nothing',
  'GET /api/ready': 'watched from outside, names parts only',
  'GET /api/incidents/:token': 'the signed link of an alert is the proof',
  'POST /api/incidents/:token/answer': 'the signed link of an alert is the proof',
  'GET /api/heartbeat': 'watched from outside, says how many and nothing about anybody',
  'GET /api/sandbox': 'says whether the sandbox can be opened here, nothing else',
}

test('the open routes are the ones that are meant to be', () => {
  const open = routes
    .filter(({ isOpen, url }) => isOpen && !/^\/api\/(twilio|stripe)\//.test(url)) // those check a signature
    .map(({ method, url }) => `${method} ${url}`)
  expect(open.sort()).toEqual(Object.keys(OPEN).sort())
})

test.each(closed)('$method $url is closed to who has not signed in', async ({ method, url }) => {
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

describe('the admin area', () => {
  const admin = closed.filter(({ url }) => url.startsWith('/api/admin'))
  const paths = [...new Set(admin.map(({ url }) => url))]
  const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
  /** Those that exist, with every method, with ids that can be none, and paths that nobody has thought of. */
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

  test('has routes, and they are closed', () => {
    expect(admin.length).toBeGreaterThan(8)
    expect(routes.filter(({ url, isOpen }) => url.startsWith('/api/admin') && isOpen)).toEqual([])
  })

  test('is refused to an account holder, whatever the path, the method and the body', async () => {
    const somebody = await cooee.aRegisteredAccount()
    for (const url of tried) {
      for (const method of METHODS) {
        const answer = await somebody.request(method, url, method === 'GET' ? undefined : {})
        const isElsewhere = !/^\/api\/admin(\/|$)/.test(url)
        expect([403, ...(isElsewhere ? [404] : [])], `${method} ${url}`).toContain(answer.statusCode)
      }
    }
  })

  test('is closed to who has not signed in, whatever the method', async () => {
    for (const url of paths) {
      for (const method of METHODS) {
        const answer = await cooee.request(method, url.replaceAll(/:\w+/g, '1'))
        expect(answer.statusCode, `${method} ${url}`).toBe(401)
      }
    }
  })
})
