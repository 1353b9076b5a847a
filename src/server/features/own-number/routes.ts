import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CONTACT_CARD_PATH, ownNumberSchema } from '#contract/people/own-number.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { contactCard } from './contact-card.ts'

interface OwnNumberOptions {
  /** The number that Cooee rings and writes from, in E.164. */
  number: string
  publicUrl: string
}

/** Cooee's number, for the people of an account, and its contact card, for anybody: saving it needs no account. */
export const ownNumberRoutes: FastifyPluginAsyncZod<OwnNumberOptions> = async (app, { number, publicUrl }) => {
  const card = contactCard({ number, publicUrl })
  const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`
  const phone = {
    number,
    display: displayPhone(number),
    vcardUrl: `${publicUrl.replace(/\/+$/, '')}${CONTACT_CARD_PATH}`,
  }

  app.get('/api/phone', { schema: { response: { 200: ownNumberSchema } } }, async () => phone)

  app.get(CONTACT_CARD_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    // Inline: phones then offer to save the contact, where an attachment would end among the downloads.
    return reply
      .type('text/vcard; charset=utf-8')
      .header('content-disposition', 'inline; filename="Cooee.vcf"')
      .send(card)
  })
}
