import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordHeartbeat } from '#server/features/care/dispatch/dispatcher-heartbeats.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'
import { aContact, aLovedOne } from './factories.ts'
import { describedAnswer, type GeneratedRequest, mismatch, operationsOf, requestsFor } from './openapi-requests.ts'

// Every operation of the app's own OpenAPI document is sent generated requests by nobody, by an account holder and by an
// admin. FUZZ_RUNS says how many to each, FUZZ_SEED which: a failure prints both and is the same again.
const runs = Number(process.env.FUZZ_RUNS ?? 8)
const seed = Number(process.env.FUZZ_SEED ?? 20_260_310)
const PATIENCE_MS = 60_000 + runs * 300

const cooee: TestApp = await buildTestApp()
await recordHeartbeat(cooee.db, cooee.clock.now())
const document = (await cooee.request('GET', '/api/docs/openapi.json')).json()
// The stream of changes does not end for a signed-in caller.
const operations = operationsOf(document).filter(({ path }) => path !== '/api/changes')

type Role = 'nobody' | 'holder' | 'admin'
const people: Partial<Record<Role, SignedIn>> = {}
beforeAll(async () => {
  await renew('holder')
  await renew('admin')
})
afterAll(() => cooee.close())

/** Somebody with people, contacts and calls of their own: a request that is let in finds something to do. */
async function renew(role: 'holder' | 'admin'): Promise<SignedIn> {
  const somebody = role === 'admin' ? await cooee.anAdmin() : await cooee.aRegisteredAccount()
  const lovedOneId = (await somebody.post('/api/loved-ones', aLovedOne())).json().id
  await somebody.post('/api/contacts', aContact(lovedOneId))
  const scheduledTime = new Date(cooee.clock.now().getTime() + 86_400_000).toISOString()
  const call = { lovedOneId, callType: 'daily_check_in', scheduledTime, recurrencePattern: 'daily', confirmNight: true }
  await somebody.post('/api/calls', call)
  people[role] = somebody
  return somebody
}

async function send(method: string, request: GeneratedRequest, token: string | undefined) {
  return cooee.app.inject({
    method: method as 'POST',
    url: request.url,
    remoteAddress: anAddress(),
    headers: { ...request.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(request.body === undefined ? {} : { payload: request.body }),
  })
}

/** Words that reveal internals. */
const INSIDES = /node_modules|\bat [\w.<>]+ \(|\.ts:\d+|syntax error at|violates|kysely|FST_ERR|ECONN|password_?hash/i

test('the OpenAPI document describes operations', () => {
  expect(operations.length).toBeGreaterThan(60)
})

describe.each(operations)('$method $path', (operation) => {
  test.each(['nobody', 'holder', 'admin'] as const)(
    'answers %s as documented, whatever comes',
    async (role) => {
      await fc.assert(
        fc.asyncProperty(requestsFor(operation), async (request) => {
          let answer = await send(operation.method, request, people[role]?.token)
          if (role !== 'nobody' && answer.statusCode === 401 && !operation.isOpen) {
            // The last request ended this session: by signing out, by a new password, by deleting the account.
            answer = await send(operation.method, request, (await renew(role)).token)
          }
          const { statusCode: status, body, headers } = answer
          const seen = `answered ${status}: ${body.slice(0, 400)}`
          expect(status, seen).not.toBe(500)
          const described = describedAnswer(operation, status)
          // A spoilt address can be another one, which does not exist.
          expect(described !== undefined, `not documented: ${seen}`).toBe(true)
          expect(body, seen).not.toMatch(INSIDES)
          if (role === 'nobody' && !operation.isOpen) expect([400, 401, 404], seen).toContain(status)
          if (role === 'holder' && operation.path.startsWith('/api/admin/')) {
            expect([400, 403, 404], seen).toContain(status)
          }
          const schema = described?.content?.['application/json']?.schema
          if (!schema || !String(headers['content-type']).startsWith('application/json')) {
            expect(status, seen).toBeLessThan(400)
            return
          }
          expect(mismatch(document, schema, JSON.parse(body)), seen).toBeNull()
        }),
        { numRuns: runs, seed, endOnFailure: true },
      )
    },
    PATIENCE_MS,
  )
})
