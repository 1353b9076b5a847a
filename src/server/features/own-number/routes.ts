import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONTACT_CARD_PATH, ownNumberQueryString, ownNumberSchema } from '#contract/people/own-number.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { type OwnNumbers, ownNumberOr } from '#server/platform/phones/own-numbers.ts'
import { contactCard } from './contact-card.ts'
import { contactCardUrl } from './contact-card-url.ts'

interface OwnNumberDeps {
  db: Db
  ownNumbers: OwnNumbers
  publicUrl: string
}

/** The number of ours from which a loved one is rung, for the people of an account, and its contact card, for anybody: saving it needs no account. */
export const ownNumberRoutes: FastifyPluginAsyncZod<{ deps: OwnNumberDeps }> = async (app, { deps }) => {
  const { db, ownNumbers, publicUrl } = deps

  app.get(
    '/api/phone',
    { schema: { querystring: ownNumberQueryString, response: { 200: ownNumberSchema } } },
    async ({ account, query: { lovedOneId } }) => {
      const noted = await rungFromOf(db, account.id, lovedOneId)
      const number = ownNumberOr(ownNumbers, noted)
      return { number, display: displayPhone(number), vcardUrl: contactCardUrl({ publicUrl, ownNumbers, number }) }
    },
  )

  app.get(
    CONTACT_CARD_PATH,
    { schema: { hide: true, querystring: z.object({ n: z.string().max(32).optional() }) } },
    async (request, reply) => {
      // Of somebody else's number there is no card of ours. Of one that was ours there are links: they open the main one's.
      const card = contactCard({ number: ownNumberOr(ownNumbers, `+${request.query.n}`), publicUrl })
      const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`
      reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      // Inline: phones then offer to save the contact, where an attachment would end among the downloads.
      return reply
        .type('text/vcard; charset=utf-8')
        .header('content-disposition', 'inline; filename="Cooee.vcf"')
        .send(card)
    },
  )
}

/** Of this loved one of the account; without one, of the one who was added first. */
async function rungFromOf(db: Db, accountId: number, lovedOneId: number | undefined): Promise<string | null> {
  const ofAccount = db.selectFrom('lovedOnes').select('rungFrom').where('accountId', '=', accountId).orderBy('id')
  if (lovedOneId === undefined) return (await ofAccount.limit(1).executeTakeFirst())?.rungFrom ?? null
  const lovedOne = await ofAccount.where('id', '=', lovedOneId).executeTakeFirst()
  if (!lovedOne) throw notFound('Loved one')
  return lovedOne.rungFrom
}
