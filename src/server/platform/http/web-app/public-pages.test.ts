import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import {
  CALL_WORDS_KEPT_BLANK,
  CALLS_KEPT_BLANK,
  CONTACT_BLANK,
  OR_CONTACT_BLANK,
  PUBLIC_URL_BLANK,
  RETENTION_BLANK,
} from '#contract/public-pages.ts'
import type { PublicPagesOptions } from './public-pages.ts'
import { serveWebApp } from './web-app.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cooee-pages-'))
  await mkdir(join(directory, 'pages'))
  await writeFile(join(directory, 'index.html'), 'the app')
  await writeFile(join(directory, 'pages/front.html'), `<link rel="canonical" href="${PUBLIC_URL_BLANK}/">front`)
  await writeFile(join(directory, 'pages/free-front.html'), 'nothing to pay')
  await writeFile(join(directory, 'pages/contact.html'), `Write to ${CONTACT_BLANK}.`)
  await writeFile(join(directory, 'pages/about.html'), `Tell them${OR_CONTACT_BLANK}.`)
  await writeFile(
    join(directory, 'pages/privacy.html'),
    `Kept for ${RETENTION_BLANK}, calls ${CALLS_KEPT_BLANK}, their words ${CALL_WORDS_KEPT_BLANK}.`,
  )
  await writeFile(join(directory, 'pages/sitemap.xml'), `<loc>${PUBLIC_URL_BLANK}/terms</loc>`)
})
afterAll(() => rm(directory, { recursive: true }))

async function serving(options: Partial<PublicPagesOptions> = {}): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(cookie)
  await serveWebApp(app, directory, { publicUrl: 'https://cooee.example.com.au', ...options })
  return app
}
const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } })

test('a public page names its own public address', async () => {
  const page = await get(await serving(), '/')
  expect(page.body).toBe('<link rel="canonical" href="https://cooee.example.com.au/">front')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const map = await get(await serving({ publicUrl: 'https://cooee.example.com.au/care/?"><script>' }), '/sitemap.xml')
  expect(map.body).toBe('<loc>https://cooee.example.com.au/care/?%22%3E%3Cscript%3E/terms</loc>')
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
})

test('the contact page names the address of those who run the service, or honestly says how else', async () => {
  const named = await get(await serving({ contactEmail: 'care+o&k@example.com.au' }), '/contact')
  expect(named.body).toBe('Write to <a href="mailto:care+o&amp;k@example.com.au">care+o&amp;k@example.com.au</a>.')
  expect((await get(await serving(), '/contact')).body).toBe(
    'Write to the people who gave you this Cooee, or reply to any email it has sent you.',
  )
  expect((await get(await serving({ isSandbox: true }), '/contact')).body).toMatch(
    /the people who set up.*trial installation/,
  )
})

test('the privacy page says for how long words and calls are kept, as the operator has it', async () => {
  const said = async (options = {}) => (await get(await serving(options), '/privacy')).body
  expect(await said()).toBe('Kept for 24 months, calls 24 months, their words 24 months.')
  expect(await said({ retentionMonths: 6 })).toBe('Kept for 6 months, calls 24 months, their words 6 months.')
  expect(await said({ keepCallsMonths: 1 })).toBe('Kept for 24 months, calls 1 month, their words 1 month.')
})

test('a visitor without an account is sent to an address only when one is configured', async () => {
  const named = await get(await serving({ contactEmail: 'care@example.com.au' }), '/about')
  expect(named.body).toBe('Tell them, or write to <a href="mailto:care@example.com.au">care@example.com.au</a>.')
  expect((await get(await serving(), '/about')).body).toBe('Tell them.')
})

test('the front page is for visitors: a browser that has signed in gets the app', async () => {
  const app = await serving()
  const known = await get(app, '/', { cookie: `${SIGNED_IN_COOKIE}=1` })
  expect(known.body).toBe('the app')
  const visitor = await get(app, '/')
  expect(visitor.body).toContain('front')
  for (const { headers } of [known, visitor]) expect(String(headers.vary)).toMatch(/cookie/i)
  expect((await get(app, '/contact', { cookie: `${SIGNED_IN_COOKIE}=1` })).body).toContain('Write to')
})

test('an unchanged page is not sent again', async () => {
  const app = await serving()
  const first = await get(app, '/')
  expect(first.headers['cache-control']).toBe('no-cache')
  const etag = String(first.headers.etag)
  expect((await get(app, '/', { 'if-none-match': `"other", ${etag}` })).statusCode).toBe(304)
  expect((await get(app, '/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  const elsewhere = await serving({ publicUrl: 'https://other.example' })
  expect((await get(elsewhere, '/', { 'if-none-match': etag })).statusCode).toBe(200)
})

test('it is sent packed to who can unpack it', async () => {
  const app = await serving()
  const { body } = await get(app, '/')
  const br = await get(app, '/', { 'accept-encoding': 'gzip, br' })
  expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', body])
  const gzip = await get(app, '/', { 'accept-encoding': 'gzip;q=0.5, br;q=0' })
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', body])
})

test('an address with a slash at its end leads to the page', async () => {
  const { statusCode, headers } = await get(await serving(), '/contact/?from=mail')
  expect([statusCode, headers.location]).toEqual([308, '/contact?from=mail'])
})

test('the pages without prices are served where nobody is charged', async () => {
  expect((await get(await serving({ isBillingOn: false }), '/')).body).toBe('nothing to pay')
  expect((await get(await serving({ isBillingOn: false }), '/sitemap.xml')).statusCode).toBe(200)
  expect((await get(await serving({ isBillingOn: true }), '/')).body).toContain('front')
})

test('nobody gets a page with its blanks', async () => {
  expect((await get(await serving(), '/pages/contact.html')).statusCode).toBe(404)
})
