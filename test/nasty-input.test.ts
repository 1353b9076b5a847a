import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordLook } from '#server/features/care/looks.ts'
import type { RegisteredRoute } from '#server/platform/route-list.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'
import { aContact, aLovedOne } from './factories.ts'

// Built once while the tests are collected, so that every route of the app gets a test of its own by name.
const cooee: TestApp = await buildTestApp()
// A worker is at work: without one the heartbeat is a 503, and rightly.
await recordLook(cooee.db, cooee.clock.now())
// The stream of changes reads no input, and its answers do not end.
const routes = cooee.app.registeredRoutes.filter(
  ({ url }) => url.startsWith('/api') && !url.startsWith('/api/docs') && url !== '/api/changes',
)
let admin: SignedIn
beforeAll(async () => {
  admin = await cooee.anAdmin()
})
afterAll(() => cooee.close())

const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'June\u0000Murray',
  'June\r\nBcc: everybody@example.com',
  '\ud800',
  '\udfff\ud800',
  '\u202eyarruM enuJ',
  '💩'.repeat(40),
  'x'.repeat(5000),
  "'; drop table accounts; --",
  '<script>alert(1)</script>',
  '$' + '{jndi:ldap://x}',
  '../../../../etc/passwd',
  '+61491570156\u0000',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  'NaN',
  '1e400',
  'nobody\u0000@example.com',
  'javascript:alert(1)',
  'http://[::1',
]
const NASTY_VALUES: unknown[] = [
  ...NASTY_TEXTS,
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  [],
  [[]],
  {},
  [null],
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
  Array.from({ length: 1000 }, () => 0),
  [{ weekDay: 'monday', timeOfDay: '24:00' }],
  [{ weekDay: '\u0000', timeOfDay: '\u0000' }],
]
const NASTY_BODIES: string[] = [
  ...NASTY_VALUES.map((value) => JSON.stringify(value)),
  '',
  '{',
  'nonsense',
  '"\\ud800"',
  '{"a":1e999}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"hasOwnProperty":1,"toString":null}',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{"name":"${'x'.repeat(70_000)}"}`,
  '\ufeff{}',
  '\u0000',
]
const NASTY_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '9007199254740993',
  '99999999999999999999',
  '%00',
  '%ff',
  '%',
  'x',
  '%2e%2e',
  '1%0a',
  "1'",
]
const NASTY_QUERIES = [
  '?limit=1&limit=2',
  '?limit[]=1',
  '?limit=%00',
  '?before=9e99',
  '?%ff=%ff',
  '?__proto__=1',
  '?lovedOneId=2147483648',
  '?lovedOneId=9007199254740991',
  '?lovedOneId=%00',
  '?=',
  '?&&&',
  `?limit=${'1'.repeat(4000)}`,
]

/** What may end the session it is sent in. */
const ENDING = ['POST /api/logout', 'DELETE /api/sessions/:id']

/** Sends raw text in an admin's name; where that may end the session, in the name of a new one. */
async function send(route: RegisteredRoute, url: string, body?: string) {
  if (ENDING.includes(`${route.method} ${route.url}`)) admin = await cooee.anAdmin()
  const answer = await cooee.app.inject({
    method: route.method as 'POST',
    url,
    remoteAddress: anAddress(),
    headers: {
      ...(route.isOpen ? {} : { authorization: `Bearer ${admin.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: answer.statusCode, text: answer.body, sent: `${route.method} ${url} ${body?.slice(0, 200) ?? ''}` }
}

/** Whatever came in: an answer that is not a fault of ours, and every refusal says something. */
function expectNoFault({ status, text, sent }: { status: number; text: string; sent: string }): void {
  expect(status, `${sent}\nanswered ${text}`).toBeLessThan(500)
  if (status >= 400) expect(JSON.parse(text).message, sent).toMatch(/\w/)
}

const withId = (url: string, id: string | number) => url.replaceAll(/:\w+/g, String(id))

test('the list of routes is not empty', () => {
  expect(routes.length).toBeGreaterThan(20)
})

describe.each(routes)('$method $url', (route) => {
  const takesBody = route.method !== 'GET'

  if (takesBody)
    test('survives every nasty body', async () => {
      for (const body of NASTY_BODIES) expectNoFault(await send(route, withId(route.url, 1), body))
    })

  if (takesBody && route.bodyFields.length > 0)
    test('survives every nasty value in every field', async () => {
      const valid = await aValidBody(route)
      for (const field of route.bodyFields) {
        for (const value of NASTY_VALUES) {
          const body = JSON.stringify({ ...valid, [field]: value })
          expectNoFault(await send(route, withId(route.url, 1), body))
        }
      }
    })

  if (takesBody && route.bodyFields.length > 0)
    test('survives what nobody thought of', async () => {
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom(...NASTY_VALUES),
        fc.string({ unit: 'binary' }),
      )
      const field = fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...route.bodyFields) },
        { weight: 1, arbitrary: fc.string() },
      )
      await fc.assert(
        fc.asyncProperty(fc.dictionary(field, value, { maxKeys: 8 }), async (body) => {
          expectNoFault(await send(route, withId(route.url, 1), JSON.stringify(body)))
        }),
        { numRuns: 50 },
      )
    })

  if (route.url.includes(':'))
    test('survives every nasty id', async () => {
      for (const id of NASTY_IDS) expectNoFault(await send(route, withId(route.url, id), takesBody ? '{}' : undefined))
    })

  if (route.method === 'GET')
    test('survives every nasty query', async () => {
      const own = route.queryFields.flatMap((field) =>
        NASTY_TEXTS.filter((text) => text.isWellFormed()).map((text) => `?${field}=${encodeURIComponent(text)}`),
      )
      for (const query of [...NASTY_QUERIES, ...own]) expectNoFault(await send(route, withId(route.url, 1) + query))
    })
})

/** Something acceptable for the fields a route knows, so that one nasty field gets past the others. */
async function aValidBody({ bodyFields }: RegisteredRoute): Promise<Record<string, unknown>> {
  const lovedOnes = (await admin.get('/api/loved-ones')).json()
  const lovedOneId = lovedOnes[0]?.id ?? (await admin.post('/api/loved-ones', aLovedOne())).json().id
  const all: Record<string, unknown> = {
    ...aLovedOne(),
    ...aContact(lovedOneId),
    username: 'somebody',
    email: 'somebody@example.com',
    password: 'Sunny-Morning-7',
    token: 'x',
    currentPassword: 'Sunny-Morning-7',
    newPassword: 'Quiet-Evening-8',
    firstName: 'Jane',
    lastName: 'Hartley',
    callType: 'daily_check_in',
    scheduledTime: new Date(cooee.clock.now().getTime() + 3_600_000).toISOString(),
    recurrencePattern: 'once',
  }
  return Object.fromEntries(bodyFields.filter((field) => field in all).map((field) => [field, all[field]]))
}
