import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'
import { aLovedOne } from './factories.ts'
import { operationsOf } from './openapi-requests.ts'

// Whatever host a request claims, in whatever header: no answer links to it, and nothing is fetched from it.
const FOREIGN = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-host': 'evil.example',
  forwarded: 'host=evil.example;proto=http',
  referer: 'https://evil.example/',
  origin: 'https://evil.example',
}

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp()
  jane = await cooee.anAdmin()
  await jane.post('/api/loved-ones', aLovedOne())
})
afterAll(() => cooee.close())

const ask = (method: string, url: string, headers: Record<string, string>, payload?: object) =>
  cooee.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${jane.token}`, ...headers },
    ...(payload ? { payload } : {}),
  })

test('no answer names another host, in its headers or its text', async () => {
  const operations = operationsOf((await cooee.request('GET', '/api/docs/openapi.json')).json())
  const named: string[] = []
  const elsewhere = ['/api/nothing', '/nothing', '/incident/none', '/api/docs/', '/robots.txt'].map((path) => ({
    method: 'GET',
    path,
  }))
  const asked = operations.filter(({ path }) => !/changes|logout|deletion|sessions/.test(path))
  for (const { method, path } of [...asked, ...elsewhere]) {
    const answer = await ask(
      method,
      path.replaceAll(/\{\w+\}/g, method === 'DELETE' ? '999' : '1'),
      FOREIGN,
      method === 'GET' ? undefined : {},
    )
    if (JSON.stringify([answer.headers, answer.body]).includes('evil')) named.push(`${method} ${path}`)
  }
  expect(operations.length).toBeGreaterThan(60)
  expect(named).toEqual([])
})

test.each([
  ['x-http-method-override', 'DELETE'],
  ['x-method-override', 'DELETE'],
  ['x-original-url', '/api/logout'],
  ['x-rewrite-url', '/api/logout'],
])('%s asks for nothing but what is asked for', async (name, value) => {
  const lovedOnes = (await ask('GET', '/api/loved-ones', { [name]: value })).json()
  expect(lovedOnes).toHaveLength(1)
  const answer = await ask('POST', `/api/loved-ones/${lovedOnes[0].id}?_method=DELETE`, { [name]: value }, {})
  expect(answer.statusCode).toBe(404)
  expect((await ask('GET', '/api/loved-ones', {})).json()).toEqual(lovedOnes)
})

test.each([
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '//evil.example/terms/',
  '/terms//evil.example/',
  '/%0d%0aLocation:%20https://evil.example',
])('%s is no way to another site', async (url) => {
  const answer = await cooee.app.inject({ url, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers).not.toHaveProperty('location')
})
