import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerContactBody, contactPageSchema, editContactPageBody } from '#contract/people/contact-page.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import type { ContactRow } from '../state/contact-rows.ts'
import { answerOnPage, type ContactPageDeps, contactOfLink, saveAvailability, viewContactPage } from './contact-page.ts'

const MINUTE = 60
const TOO_MANY = 'That was a lot at once. Please wait a moment and try again.'
// Phones of one network share an address: the limit of a link is tighter than that of an address.
const PER_ADDRESS: Quota = { name: 'contact-page', limit: 300, windowSeconds: MINUTE, message: TOO_MANY }
const CHANGES_PER_LINK: Quota = { name: 'contact-page-link', limit: 30, windowSeconds: 10 * MINUTE, message: TOO_MANY }

const params = z.object({ token: z.string().max(100) })

/** A contact's own page, for the holder of the link in the question: the link is the proof, and no session is read. Reading changes nothing. */
export const contactPageRoutes: FastifyPluginAsyncZod<{ deps: ContactPageDeps }> = async (app, { deps }) => {
  const { db, clock } = deps

  async function whose({ token }: { token: string }, ip: string): Promise<ContactRow> {
    // A wrong link costs no quota: its signature cannot be guessed, and reading it writes nothing.
    const contact = await contactOfLink(deps, token)
    await spendQuota(db, PER_ADDRESS, visitorOf(ip), clock.now())
    return contact
  }

  async function changing(contact: ContactRow): Promise<ContactRow> {
    await spendQuota(db, CHANGES_PER_LINK, String(contact.id), clock.now())
    return contact
  }

  app.get(
    '/api/contact-pages/:token',
    { config: { access: 'open' }, schema: { params, response: { 200: contactPageSchema } } },
    async (request) => viewContactPage(deps, await whose(request.params, request.ip)),
  )

  app.post(
    '/api/contact-pages/:token/answer',
    { config: { access: 'open' }, schema: { params, body: answerContactBody, response: { 200: contactPageSchema } } },
    async (request) => {
      const contact = await changing(await whose(request.params, request.ip))
      await answerOnPage(deps, contact, request.body.answer)
      return viewContactPage(deps, contact)
    },
  )

  app.patch(
    '/api/contact-pages/:token',
    { config: { access: 'open' }, schema: { params, body: editContactPageBody, response: { 200: contactPageSchema } } },
    async (request) => {
      const contact = await changing(await whose(request.params, request.ip))
      await saveAvailability(deps, contact, request.body)
      return viewContactPage(deps, contact)
    },
  )
}
