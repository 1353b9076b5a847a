import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type AnswerIncidentBody,
  answerIncidentBody,
  incidentSchema,
  LINK_NOT_VALID,
  openIncidentSchema,
} from '#contract/calls/incidents.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { answerIncident } from './answers/answer-incident.ts'
import type { IncidentAnswer } from './answers/incident-answer.ts'
import type { IncidentDeps } from './deps.ts'
import { viewIncident } from './view/incident-view.ts'
import { listOpenIncidents } from './view/list-open-incidents.ts'

const MINUTE = 60
const TOO_MANY = 'That was a lot at once. Please wait a moment and try again.'
// Phones of one network share an address: the limit of a link is much tighter than that of an address.
const WRONG_LINKS: Quota = { name: 'incident-wrong', limit: 60, windowSeconds: MINUTE, message: TOO_MANY }
const VIEWS_PER_ADDRESS: Quota = { name: 'incident-views', limit: 1200, windowSeconds: MINUTE, message: TOO_MANY }
const VIEWS_PER_LINK: Quota = { name: 'incident-link-views', limit: 90, windowSeconds: MINUTE, message: TOO_MANY }
const ANSWERS_PER_ADDRESS: Quota = {
  name: 'incident-answers',
  limit: 200,
  windowSeconds: 10 * MINUTE,
  message: TOO_MANY,
}
/** An answer may send a text message to everybody who was alerted. */
const ANSWERS_PER_LINK: Quota = {
  name: 'incident-link-answers',
  limit: 20,
  windowSeconds: 10 * MINUTE,
  message: TOO_MANY,
}

const params = z.object({ token: z.string() })

/**
 * What is open, for the account holder; and an incident's page for the holder of a link in an alert. The link is the
 * proof, so no session is asked for or read; a link that is not valid gives no reason. Reading changes nothing:
 * previews of messages read.
 */
export const incidentRoutes: FastifyPluginAsyncZod<{ deps: IncidentDeps }> = async (app, { deps }) => {
  const { db, clock, links } = deps

  async function whose(token: string, ip: string, perLink: Quota, perAddress: Quota): Promise<number> {
    const [now, address] = [clock.now(), visitorOf(ip)]
    const incidentPersonId = links.personOf(token, now)
    if (incidentPersonId === null) {
      await spendQuota(db, WRONG_LINKS, address, now)
      throw notValid()
    }
    await spendQuota(db, perAddress, address, now)
    await spendQuota(db, perLink, String(incidentPersonId), now)
    return incidentPersonId
  }

  async function view(incidentPersonId: number) {
    const incident = await viewIncident(deps, incidentPersonId)
    if (!incident) throw notValid()
    return incident
  }

  app.get(
    '/api/incidents',
    {
      schema: {
        description: 'The incidents of the account that have not ended.',
        response: { 200: z.array(openIncidentSchema) },
      },
    },
    ({ account }) => listOpenIncidents(deps, account),
  )

  app.get(
    '/api/incidents/:token',
    { config: { access: 'open' }, schema: { params, response: { 200: incidentSchema } } },
    async ({ params: { token }, ip }) => view(await whose(token, ip, VIEWS_PER_LINK, VIEWS_PER_ADDRESS)),
  )

  // The second to answer is not refused: the reply says who was first, which is all they need.
  app.post(
    '/api/incidents/:token/answer',
    {
      config: { access: 'open' },
      schema: { params, body: answerIncidentBody, response: { 200: incidentSchema } },
    },
    async ({ params: { token }, body, ip }) => {
      const incidentPersonId = await whose(token, ip, ANSWERS_PER_LINK, ANSWERS_PER_ADDRESS)
      const { incidentId } =
        (await db
          .selectFrom('incidentPeople')
          .select('incidentId')
          .where('id', '=', incidentPersonId)
          .executeTakeFirst()) ?? {}
      if (incidentId === undefined) throw notValid()
      const answer = answerOf(body)
      const result = await retryingTransaction(db, (trx) =>
        answerIncident(deps, trx, {
          incidentId,
          incidentPersonId,
          answer,
          seenAt: body.asOf ? new Date(body.asOf) : undefined,
        }),
      )
      if (result.kind === 'asked_since') throw new AppError('conflict', askedSince(result.headline))
      return view(incidentPersonId)
    },
  )
}

const askedSince = (headline: string) =>
  `We haven't closed it: ${headline}, since you opened this page. Once you've spoken with them, answer again.`

const notValid = () => new AppError('not_found', LINK_NOT_VALID)

function answerOf({ answer, minutes }: AnswerIncidentBody): IncidentAnswer {
  return answer === 'going' ? { kind: 'going', minutes: minutes ?? 0 } : { kind: answer }
}
