import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { lovedOnesQueryString } from '#contract/list-pages.ts'
import { consentEntrySchema, type Withdrawable, withdrawConsentBody } from '#contract/people/consents.ts'
import {
  addLovedOneBody,
  type CallDefaults,
  callDefaultsSchema,
  editLovedOneBody,
} from '#contract/people/loved-one-forms.ts'
import { editedLovedOneSchema, lovedOneSchema } from '#contract/people/loved-ones.ts'
import { idParams, messageBody } from '#contract/wire.ts'
import { consentLedger } from '#server/features/consents/public.ts'
import type { ScreenReads } from '#server/platform/database/replica/screen-reads.ts'
import { creationHeaders } from '#server/platform/http/answers/create-once.ts'
import { readerOf } from '#server/platform/http/requests/just-written.ts'
import { IN_PAGES, pageOf } from '#server/platform/http/requests/next-page.ts'
import { findLovedOne, listLovedOnes } from './loved-one-view.ts'
import { ownLovedOne } from './own-loved-one.ts'
import { addLovedOne, editLovedOne, type LovedOnesDeps, removeLovedOne } from './save-loved-one.ts'
import { someoneElseAnswered } from './someone-else-answered.ts'
import { type TextNumberDeps, textNumber } from './text-number.ts'
import { type WithdrawDeps, withdrawOnTheirWord } from './withdraw-consent.ts'

const WITHDRAWALS = [
  ['/api/loved-ones/:id/consents/recording/withdraw', 'recording'],
  ['/api/loved-ones/:id/consents/words/withdraw', 'words'],
  ['/api/loved-ones/:id/consents/conversation/withdraw', 'conversation'],
] as const satisfies [path: string, subject: Withdrawable][]

interface LovedOneRoutesDeps extends LovedOnesDeps, WithdrawDeps, TextNumberDeps {
  retryDefaults: CallDefaults
  screens: ScreenReads
}

export const lovedOneRoutes: FastifyPluginAsyncZod<{ deps: LovedOneRoutesDeps }> = async (app, { deps }) => {
  app.get('/api/call-defaults', { schema: { response: { 200: callDefaultsSchema } } }, () => deps.retryDefaults)

  app.get(
    '/api/loved-ones',
    {
      schema: { description: IN_PAGES, querystring: lovedOnesQueryString, response: { 200: z.array(lovedOneSchema) } },
    },
    async (request, reply) => {
      const { limit } = request.query
      const lovedOnes = await deps.screens(readerOf(request), (db) =>
        listLovedOnes({ ...deps, db }, request.account, { ...request.query, limit: limit + 1 }),
      )
      return pageOf(reply, lovedOnes, limit, ({ id }) => id)
    },
  )

  app.post(
    '/api/loved-ones',
    { schema: { headers: creationHeaders, body: addLovedOneBody, response: { 201: lovedOneSchema } } },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const lovedOneId = await addLovedOne(deps, request.account, request.body, key)
      return reply.code(201).send(await findLovedOne(deps, request.account, lovedOneId))
    },
  )

  app.get('/api/loved-ones/:id', { schema: { params: idParams, response: { 200: lovedOneSchema } } }, (request) =>
    findLovedOne(deps, request.account, request.params.id),
  )

  app.patch(
    '/api/loved-ones/:id',
    { schema: { params: idParams, body: editLovedOneBody, response: { 200: editedLovedOneSchema } } },
    async (request) => {
      const keptCalls = await editLovedOne(deps, request.account, request.params.id, request.body)
      const lovedOne = await findLovedOne(deps, request.account, request.params.id)
      return { ...lovedOne, ...(keptCalls !== null && { keptCalls }) }
    },
  )

  app.post(
    '/api/loved-ones/:id/text-number',
    { schema: { params: idParams, response: { 202: messageBody } } },
    async (request, reply) => {
      const name = await textNumber(deps, request.account, request.params.id)
      return reply.code(202).send({ message: `We're texting our number to ${name}.` })
    },
  )

  app.get(
    '/api/loved-ones/:id/consents',
    { schema: { params: idParams, response: { 200: z.array(consentEntrySchema) } } },
    async (request) => {
      await ownLovedOne(deps.db, request.account.id, request.params.id)
      return consentLedger(deps.db, request.account.id, request.params.id)
    },
  )

  app.post(
    '/api/loved-ones/:id/someone-else-answered',
    { schema: { params: idParams, response: { 200: lovedOneSchema } } },
    async (request) => {
      await someoneElseAnswered(deps, request.account, request.params.id)
      return findLovedOne(deps, request.account, request.params.id)
    },
  )

  for (const [path, subject] of WITHDRAWALS) {
    app.post(
      path,
      { schema: { params: idParams, body: withdrawConsentBody, response: { 200: lovedOneSchema } } },
      async (request) => {
        const { deletesExisting = false } = request.body ?? {}
        const { id: accountId, by } = request.account
        const lovedOneId = request.params.id
        await withdrawOnTheirWord(deps, { accountId, lovedOneId, subject, deletesExisting, by })
        return findLovedOne(deps, request.account, lovedOneId)
      },
    )
  }

  app.delete(
    '/api/loved-ones/:id',
    { schema: { params: idParams, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await removeLovedOne(deps, request.account, request.params.id)
      return reply.code(204).send()
    },
  )
}
