import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedForecast } from './adapters/scripted-forecast.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { aContact, aLovedOne } from './factories.ts'

// A picture in a mail, a preview of a link, a crawler: a GET that something else makes a browser send changes nothing.
let kinds: string[] = []
const listens: KyselyPlugin = {
  transformQuery({ node }) {
    // What is counted for a quota is no change of anything.
    if (!JSON.stringify(node).includes('"quota_uses"')) kinds.push(node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
}

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp((_clock, { db }) => ({ db: db.withPlugin(listens), forecast: scriptedForecast() }))
})
afterAll(() => cooee.close())

test('no GET writes anything, for any caller', async () => {
  const admin = await cooee.anAdmin()
  const lovedOneId = (await admin.post('/api/loved-ones', aLovedOne())).json().id
  await admin.post('/api/contacts', aContact(lovedOneId))
  const scheduledTime = new Date(cooee.clock.now().getTime() + 86_400_000).toISOString()
  await admin.post('/api/calls', {
    lovedOneId,
    callType: 'daily_check_in',
    scheduledTime,
    recurrencePattern: 'daily',
    confirmNight: true,
  })
  const reads = cooee.app.registeredRoutes.filter(({ method, url }) => method === 'GET' && url !== '/api/changes')
  const writing: string[] = []
  for (const { url } of reads) {
    kinds = []
    await admin.get(url.replaceAll(/:\w+/g, String(lovedOneId)).replace('*', 'x'))
    const written = kinds.filter((kind) => kind !== 'SelectQueryNode' && kind !== 'RawNode')
    if (written.length > 0) writing.push(`${url}: ${written}`)
  }
  expect(reads.length).toBeGreaterThan(30)
  expect(writing).toEqual([])
})

test('the listener of the tests notices a write', async () => {
  kinds = []
  await cooee.aRegisteredAccount()
  expect(kinds).toContain('InsertQueryNode')
})
