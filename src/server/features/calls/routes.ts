import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callDetailsSchema, skippedCallSchema } from '#contract/calls/call-details.ts'
import {
  cancelQuery,
  editCallBody,
  historyQuery,
  resolveCallBody,
  scheduleCallBody,
  skipCallBody,
  undoSkipBody,
} from '#contract/calls/call-forms.ts'
import {
  CALL_INITIATED_MESSAGE,
  callNowAnswer,
  callSchema,
  schedulePattern,
  TEXT_INITIATED_MESSAGE,
} from '#contract/calls/calls.ts'
import { comingQuery } from '#contract/list-pages.ts'
import { callPlaceOf } from '#contract/page-limits.ts'
import { idParams } from '#contract/wire.ts'
import type { ScreenReads } from '#server/platform/database/replica/screen-reads.ts'
import { creationHeaders } from '#server/platform/http/answers/create-once.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { readerOf } from '#server/platform/http/requests/just-written.ts'
import { IN_PAGES, pageOf } from '#server/platform/http/requests/next-page.ts'
import { callNow } from './changes/call-now.ts'
import { cancelCall } from './changes/cancel-call.ts'
import { editCall } from './changes/edit-call.ts'
import { scheduleCall } from './changes/schedule-call.ts'
import { skipCall, undoSkip } from './changes/skip-call.ts'
import { tryTogether } from './changes/try-together.ts'
import type { ActingAccount, CallsDeps } from './deps.ts'
import { occurrenceRoutes } from './occurrences/routes.ts'
import { type CallViews, findCall } from './view/call-view.ts'
import { listHistory, listRecurring, listSchedulePatterns, listUpcoming } from './view/list-calls.ts'

const callList = z.array(callSchema)

interface CallRoutesOptions {
  deps: CallsDeps & CallViews & { screens: ScreenReads }
  /** The path of the account holder's page of a call's incident; null when all went well. */
  incidentLinkOf(account: ReadAccount, callId: number): Promise<string | null>
  /** The account holder has reached the loved one. Refuses a call that is over. */
  resolve(resolved: {
    account: ActingAccount
    callId: number
    note: string | null
    /** When help was last asked for of which their screen showed; null: it showed none. */
    knownUntil: Date | null | undefined
  }): Promise<void>
}

export const callRoutes: FastifyPluginAsyncZod<CallRoutesOptions> = async (app, { deps, incidentLinkOf, resolve }) => {
  const detailsOf = async ({ account }: { account: ReadAccount }, callId: number) => ({
    ...(await findCall(deps, account, callId)),
    incidentLink: await incidentLinkOf(account, callId),
  })

  await app.register(occurrenceRoutes, { deps })
  for (const [path, list] of [
    ['/api/calls/upcoming', listUpcoming],
    ['/api/calls/recurring', listRecurring],
  ] as const) {
    app.get(
      path,
      { schema: { description: IN_PAGES, querystring: comingQuery, response: { 200: callList } } },
      async (request, reply) => {
        const { limit } = request.query
        const calls = await deps.screens(readerOf(request), (db) =>
          list({ ...deps, db }, request.account, { ...request.query, limit: limit + 1 }),
        )
        return pageOf(reply, calls, limit, callPlaceOf)
      },
    )
  }
  app.get('/api/calls/history', { schema: { querystring: historyQuery, response: { 200: callList } } }, (request) =>
    deps.screens(readerOf(request), (db) => listHistory({ ...deps, db }, request.account, request.query)),
  )
  app.post(
    '/api/calls',
    { schema: { headers: creationHeaders, body: scheduleCallBody, response: { 201: callDetailsSchema } } },
    async (request, reply) => {
      const callId = await scheduleCall(deps, request.account, request.body, request.headers['idempotency-key'])
      return reply.code(201).send(await detailsOf(request, callId))
    },
  )
  app.get('/api/calls/:id', { schema: { params: idParams, response: { 200: callDetailsSchema } } }, (request) =>
    detailsOf(request, request.params.id),
  )
  app.patch(
    '/api/calls/:id',
    { schema: { params: idParams, body: editCallBody, response: { 200: callDetailsSchema } } },
    async (request) => {
      await editCall(deps, request.account, request.params.id, request.body)
      return detailsOf(request, request.params.id)
    },
  )
  app.post(
    '/api/loved-ones/:id/try',
    { schema: { params: idParams, response: { 202: z.object({ call: callDetailsSchema }) } } },
    async (request, reply) => {
      const callId = await tryTogether(deps, request.account, request.params.id)
      return reply.code(202).send({ call: await detailsOf(request, callId) })
    },
  )
  app.delete(
    '/api/calls/:id',
    { schema: { params: idParams, querystring: cancelQuery, response: { 204: z.null() } } },
    async (request, reply) => {
      await cancelCall(deps, request.account, request.params.id, request.query)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/calls/:id/skip',
    { schema: { params: idParams, body: skipCallBody, response: { 200: skippedCallSchema } } },
    async (request) => {
      const { catchUpAt } = await skipCall(deps, request.account, request.params.id, request.body)
      return { ...(await detailsOf(request, request.params.id)), catchUpAt: catchUpAt?.toISOString() ?? null }
    },
  )
  app.post(
    '/api/calls/:id/skip/undo',
    { schema: { params: idParams, body: undoSkipBody, response: { 200: callDetailsSchema } } },
    async (request) => {
      await undoSkip(deps, request.account, request.params.id, request.body)
      return detailsOf(request, request.params.id)
    },
  )
  app.post(
    '/api/calls/:id/resolve',
    {
      schema: {
        description:
          'The account holder has reached the person: no further tries, and an all-clear to everybody who was alerted.',
        params: idParams,
        body: resolveCallBody,
        response: { 200: callDetailsSchema },
      },
    },
    async ({ account, params: { id: callId }, body }) => {
      const { note = null, knownUntil } = body ?? {}
      await resolve({
        ...{ account, callId, note },
        knownUntil: typeof knownUntil === 'string' ? new Date(knownUntil) : knownUntil,
      })
      return detailsOf({ account }, callId)
    },
  )
  app.post(
    '/api/calls/:id/call-now',
    { schema: { params: idParams, response: { 202: callNowAnswer } } },
    async (request, reply) => {
      const callId = await callNow(deps, request.account, request.params.id)
      const call = await detailsOf(request, callId)
      const message = call.asksBy === 'text' ? TEXT_INITIATED_MESSAGE : CALL_INITIATED_MESSAGE
      return reply.code(202).send({ message, call })
    },
  )
  // Two readings of the same endpoint: two paths, one handler.
  for (const path of ['/api/calls/:id/schedule-patterns', '/api/calls/:id/patterns']) {
    app.get(path, { schema: { params: idParams, response: { 200: z.array(schedulePattern) } } }, (request) =>
      listSchedulePatterns(deps.db, request.account, request.params.id),
    )
  }
}
