import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import {
  CALL_WORDS_KEPT_BLANK,
  CALLS_KEPT_BLANK,
  CONTACT_BLANK,
  OR_CONTACT_BLANK,
  PUBLIC_FILES,
  PUBLIC_PAGES_FOLDER,
  PUBLIC_URL_BLANK,
  RETENTION_BLANK,
  withoutCharges,
} from '#contract/public-pages.ts'
import { KEEP_CALLS_MONTHS, monthsInWords, RETENTION_MONTHS } from '#core/retention.ts'
import { pathOf } from '../requests/request-path.ts'

export interface PublicPagesOptions {
  publicUrl: string
  /** Whom to write to, as the contact page says; without it that is the operator of this Cooee. */
  contactEmail?: string | undefined
  /** The phones and mails are not real: nobody reads an answer. */
  isSandbox?: boolean
  /** Off, the pages speak of no prices. */
  isBillingOn?: boolean
  /** For so many months words are kept, as the privacy page says. */
  retentionMonths?: number
  keepCallsMonths?: number
}

/** A file as it is sent: filled in and packed once, when the server starts. */
interface PublicFile {
  type: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * Serves what the build wrote for people without an account: pages that can be read without JavaScript, robots.txt and
 * sitemap.xml. Other addresses are left to the next handler. Somebody whose browser has signed in gets
 * `sendApp` instead of the front page: it sends them on to their dashboard, or shows the page when they were signed out.
 */
export async function servePublicPages(
  app: FastifyInstance,
  directory: string,
  options: PublicPagesOptions,
  sendApp: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  for (const { address, file, type } of PUBLIC_FILES) {
    const isCharged = options.isBillingOn ?? true
    const path = join(directory, PUBLIC_PAGES_FOLDER, isCharged ? file : withoutCharges(file))
    if (!existsSync(path)) continue
    const content = await prepare(fillIn(readFileSync(path, 'utf8'), options), type)
    const isFrontPage = address === '/'
    // Relative addresses and search engines take the two for different pages.
    if (!isFrontPage) {
      app.get(`${address}/`, { schema: { hide: true } }, (request, reply) =>
        reply.redirect(`${address}${request.url.slice(pathOf(request.url).length)}`, 308),
      )
    }
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      if (isFrontPage) reply.header('vary', 'cookie')
      if (isFrontPage && request.cookies[SIGNED_IN_COOKIE] === '1') return sendApp(request, reply)
      return send(content, request, reply)
    })
  }
}

const WITHOUT_ADDRESS = 'the people who gave you this Cooee, or reply to any email it has sent you'
const TRIAL_INSTALLATION =
  "the people who set up this Cooee: it's a trial installation. Its phones and emails aren't real, and it has no address of its own"

function fillIn(
  content: string,
  {
    publicUrl,
    contactEmail,
    isSandbox,
    retentionMonths = RETENTION_MONTHS,
    keepCallsMonths = KEEP_CALLS_MONTHS,
  }: PublicPagesOptions,
): string {
  const link = contactEmail && `<a href="mailto:${escaped(encodeURI(contactEmail))}">${escaped(contactEmail)}</a>`
  const contact = link || (isSandbox ? TRIAL_INSTALLATION : WITHOUT_ADDRESS)
  // URL writes quotes and angle brackets as %22, %3C and %3E: safe in HTML, in JSON and in XML.
  const address = new URL(publicUrl).href.replace(/\/+$/, '').replaceAll('&', '%26')
  return content
    .replaceAll(PUBLIC_URL_BLANK, () => address)
    .replaceAll(CONTACT_BLANK, () => contact)
    .replaceAll(RETENTION_BLANK, () => monthsInWords(retentionMonths))
    .replaceAll(CALLS_KEPT_BLANK, () => monthsInWords(keepCallsMonths))
    .replaceAll(CALL_WORDS_KEPT_BLANK, () => monthsInWords(Math.min(retentionMonths, keepCallsMonths)))
    .replaceAll(OR_CONTACT_BLANK, () => (link ? `, or write to ${link}` : ''))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

async function prepare(content: string, type: string): Promise<PublicFile> {
  const plain = Buffer.from(content)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain, { level: 9 })])
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // Weak: the same page, packed in one way or another.
  return { type, etag: `W/"${hash}"`, plain, br, gzip: gzipped }
}

function send(file: PublicFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', file.etag)
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  if (knows(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  reply.type(file.type)
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(request.headers['accept-encoding'], one))
  return encoding ? reply.header('content-encoding', encoding).send(file[encoding]) : reply.send(file.plain)
}

const list = (header: string | string[] | undefined) => [header ?? ''].flat().join(',').split(',')
const knows = (header: string | undefined, etag: string) =>
  list(header).some((one) => one.trim() === '*' || one.trim().replace(/^(?:W\/)?/, 'W/') === etag)
const accepts = (header: string | string[] | undefined, encoding: string) =>
  list(header).some((one) => {
    const [name = '', weight = ''] = one.trim().split(';')
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight)
  })
