import type { KyselyPlugin, RawNode, RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedForecast } from './adapters/scripted-forecast.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { ownerOf } from './owned-rows.ts'
import { requestWith } from './requests-with-ids.ts'

// A picture in a mail, a preview of a link, a crawler: a GET that something else makes a browser send changes nothing.
let kinds: string[] = []
const OWNED = ['/api/calls/{', '/api/loved-ones/{', '/api/voice-recordings/{']
/** Without these the test would say nothing about the rows behind them. */
const READ = ['/api/calls/:id', '/api/voice-recordings/:id/sound', '/api/loved-ones/:id/report.pdf']
const listens: KyselyPlugin = {
  transformQuery({ node }) {
    // What is counted for a quota is no change of anything.
    if (!JSON.stringify(node).includes('quota_uses')) kinds.push(isRawWrite(node) ? 'a write in SQL' : node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
}

const isRawWrite = (node: RootOperationNode) =>
  node.kind === 'RawNode' && /\b(insert into|update|delete from)\b/i.test((node as RawNode).sqlFragments.join('?'))

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp((_clock, { db }) => ({ db: db.withPlugin(listens), forecast: scriptedForecast() }))
})
afterAll(() => cooee.close())

test('no GET writes anything, for any caller', async () => {
  const admin = await cooee.anAdmin()
  const { ids } = await ownerOf(cooee, admin)
  // A row of their own at each address that takes an id, and the loved one's where nobody else owns such rows.
  const addressOf = (url: string): string => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const parameters = url.includes(':id') ? [{ in: 'path', name: 'id' }] : []
    const isOwned = OWNED.some((beginning) => path.startsWith(beginning))
    return isOwned
      ? requestWith({ method: 'GET', path, parameters, isOpen: false, responses: {} }, ({ kind }) => ids[kind]).url
      : url.replaceAll(/:\w+/g, String(ids.lovedOne)).replace('*', 'x')
  }
  const reads = cooee.app.registeredRoutes.filter(({ method, url }) => method === 'GET' && url !== '/api/changes')
  const read: string[] = []
  const writing: string[] = []
  for (const { url } of reads) {
    kinds = []
    const { statusCode } = await admin.get(addressOf(url))
    if (statusCode === 200) read.push(url)
    const written = kinds.filter((kind) => kind !== 'SelectQueryNode' && kind !== 'RawNode')
    if (written.length > 0) writing.push(`${url}: ${written}`)
  }
  expect(read).toEqual(expect.arrayContaining(READ))
  expect(read.length).toBeGreaterThan(50)
  expect(writing).toEqual([])
})

test('the listener of the tests notices a write', async () => {
  kinds = []
  await cooee.aRegisteredAccount()
  expect(kinds).toContain('InsertQueryNode')
})
