import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordHeartbeat } from '#server/features/care/dispatch/dispatcher-heartbeats.ts'
import type { RegisteredRoute } from '#server/platform/http/route-list.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'
import { aContact, aLovedOne } from './factories.ts'
import { NASTY_BODIES, NASTY_IDS, NASTY_QUERIES, NASTY_TEXTS, NASTY_VALUES, NEVER_IN_SQL } from './nasty-values.ts'

// Built once while the tests are collected, so that every route of the app gets a test of its own by name.
const cooee: TestApp = await buildTestApp()
// A worker is at work: without one the heartbeat is a 503, and rightly.
await recordHeartbeat(cooee.db, cooee.clock.now())
// The stream of changes reads no input, and its answers do not end.
const routes = cooee.app.registeredRoutes.filter(
  ({ url }) => url.startsWith('/api') && !url.startsWith('/api/docs') && url !== '/api/changes',
)
let admin: SignedIn
beforeAll(async () => {
  admin = await cooee.anAdmin()
})
afterAll(() => cooee.close())

// Every statement passes through here. User input may be among its values, never in its text.
const typedSql: string[] = []
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...given: Parameters<typeof query>) {
  const [statement] = given as unknown[]
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
  if (text?.includes(NEVER_IN_SQL)) typedSql.push(text)
  return Reflect.apply(query, this, given)
} as typeof query

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
  expect(typedSql, sent).toEqual([])
  if (status >= 400) expect(JSON.parse(text).message, sent).toMatch(/\w/)
}

const withId = (url: string, id: string | number) => url.replaceAll(/:\w+/g, String(id))

test('the list of routes is not empty', () => {
  expect(routes.length).toBeGreaterThan(20)
})

describe.each(routes)('$method $url', (route) => {
  const takesBody = route.method !== 'GET'

  if (takesBody)
    test('the route survives every nasty body', async () => {
      for (const body of NASTY_BODIES) expectNoFault(await send(route, withId(route.url, 1), body))
    })

  if (takesBody && route.bodyFields.length > 0)
    test('the route survives every nasty value in every field', async () => {
      const valid = await aValidBody(route)
      for (const field of route.bodyFields) {
        for (const value of NASTY_VALUES) {
          const body = JSON.stringify({ ...valid, [field]: value })
          expectNoFault(await send(route, withId(route.url, 1), body))
        }
      }
    })

  if (takesBody && route.bodyFields.length > 0)
    test('the route survives random input', async () => {
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
    test('the route survives every nasty id', async () => {
      for (const id of NASTY_IDS) expectNoFault(await send(route, withId(route.url, id), takesBody ? '{}' : undefined))
    })

  if (route.method === 'GET')
    test('the route survives every nasty query', async () => {
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
