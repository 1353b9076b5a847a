import type { KyselyPlugin } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { scriptedForecast } from './adapters/scripted-forecast.ts'
import { buildTestApp } from './build-test-app.ts'
import { A_PASSWORD } from './factories.ts'
import { operationsOf } from './openapi-requests.ts'
import { BRAKES, fingerprint, type Owner, ownerOf } from './owned-rows.ts'
import { idPlacesOf, requestWith } from './requests-with-ids.ts'

// Every request that writes what an account owns is sent again and again: first the first statement that writes fails,
// then the second, until all are done. Whichever it is, nothing of the request may be left.
let writesUntilFailure = Number.POSITIVE_INFINITY
const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])
/** Open incidents follow the account holder's new address at their next step, if not with the request. */
const AFTERWARDS = 'incident_people'
const fails: KyselyPlugin = {
  transformQuery({ node }) {
    if (WRITES.has(node.kind) && !tablesIn(node).some((table) => BRAKES.test(table) || table === AFTERWARDS)) {
      if (writesUntilFailure === 0) throw new Error('The database is gone')
      writesUntilFailure -= 1
    }
    return node
  },
  transformResult: async ({ result }) => result,
}

/** Every table that a statement names. */
function tablesIn(node: unknown): string[] {
  return [
    ...JSON.stringify(node).matchAll(
      /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g,
    ),
  ].map(([, name = '']) => name)
}

const cooee = await buildTestApp((_clock, { db }) => ({ db: db.withPlugin(fails), forecast: scriptedForecast() }))
afterAll(() => cooee.close())
const operations = operationsOf((await cooee.request('GET', '/api/docs/openapi.json')).json())
const writing = operations.filter(
  (operation) => operation.method !== 'GET' && !operation.path.startsWith('/api/admin/') && !operation.isOpen,
)

/** A request in the name of the owner of `ids`. */
interface Written {
  what: string
  request(ids: Owner['ids']): { method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; url: string; body: unknown }
}

const ownRows = writing
  .filter((operation) => idPlacesOf(operation).length > 0 || operation.path === '/api/loved-ones')
  .map(
    (operation): Written => ({
      what: `${operation.method} ${operation.path}`,
      request: (ids) => requestWith(operation, ({ kind }) => ids[kind]),
    }),
  )
const newEmail = { email: 'elsewhere@example.com', currentPassword: A_PASSWORD }
const newPassword = { currentPassword: A_PASSWORD, newPassword: 'Quiet-Evening-8' }
const ownAccount: Written[] = [
  { what: 'another e-mail', request: () => ({ method: 'PATCH', url: '/api/profile', body: newEmail }) },
  { what: 'another password', request: () => ({ method: 'POST', url: '/api/password/change', body: newPassword }) },
  {
    what: 'a deletion',
    request: () => ({ method: 'POST', url: '/api/account/deletion', body: { password: A_PASSWORD } }),
  },
]

/** A rehearsal in which somebody said yes: who says that it was another person takes that back. */
async function aTriedCall(accountId: number, lovedOneId: number): Promise<void> {
  const at = cooee.clock.now()
  const call = { accountId, lovedOneId, callType: 'daily_check_in', isRehearsal: true, scheduledFor: at } as const
  await cooee.db
    .insertInto('calls')
    .values({ ...call, status: 'completed', endedAt: at })
    .execute()
  const yes = { accountId, lovedOneId, subject: 'calls', state: 'agreed', how: 'key', wording: '2026-11', at } as const
  await cooee.db.insertInto('consents').values(yes).execute()
}

test.each([...ownRows, ...ownAccount])('$what is saved whole or not at all', async ({ request }) => {
  const { carer, ids } = await ownerOf(cooee, await cooee.aRegisteredAccount())
  const { method, url, body } = request(ids)
  if (url.endsWith('/someone-else-answered')) await aTriedCall(ids.circle, ids.lovedOne)
  const before = await fingerprint(cooee)
  for (let done = 0; done < 30; done += 1) {
    writesUntilFailure = done
    const answer = await carer.request(method, url, body)
    writesUntilFailure = Number.POSITIVE_INFINITY
    if (answer.statusCode < 300) return expect(done, 'statements that write').toBeGreaterThan(0)
    expect(answer.statusCode, answer.body).toBe(500)
    expect(await fingerprint(cooee), `after ${done} statements`).toEqual(before)
  }
  expect.unreachable('It never came to its end')
})
