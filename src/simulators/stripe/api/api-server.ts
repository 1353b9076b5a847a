import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { strikeRequests } from '#simulators/strike-requests.ts'
import type { Hostility } from '#simulators/twilio/hostility.ts'
import { API_VERSION, type EventLog } from '../records/event-log.ts'
import { newId } from '../records/ids.ts'
import type { Ledger } from '../records/ledger.ts'
import { nowSeconds } from '../records/wire.ts'
import { ApiError, invalidRequest } from './api-error.ts'
import { mergeForms, parseForm } from './form.ts'
import { Params } from './params.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** Answers one request. It reads all parameters, calls `params.finish()`, and only then changes anything. */
export type Handler = (request: { params: Params; id: string }) => unknown

export interface Api {
  readonly app: FastifyInstance
  /** `:id` in a path becomes the handler's `id`. */
  on(method: Method, path: string, handler: Handler): void
}

const LONGEST_IDEMPOTENCY_KEY = 255
const REFUSALS = {
  'error-500': new ApiError('An error occurred with our connection to the bank.', { status: 500, type: 'api_error' }),
  'error-503': new ApiError('The service is unavailable for a moment.', { status: 503, type: 'api_error' }),
  'error-429': new ApiError('Too many requests in too short a time.', {
    status: 429,
    type: 'invalid_request_error',
    code: 'rate_limit',
  }),
} as const

/** The HTTP server: API keys, forms, idempotency keys, the provider's errors, and hostile mode's faults. */
export function createApi(options: {
  apiKey: string
  ledger: Ledger
  events: EventLog
  hostility: Hostility | null
}): Api {
  const { ledger, events, hostility } = options
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  app.removeAllContentTypeParsers()
  // Whatever a body says it is, the API reads it as a form.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request)) return
    reply.header('Request-Id', newId('req', 14))
    reply.header('Stripe-Version', API_VERSION)
    requireKey(request.headers.authorization, options.apiKey)
  })
  if (hostility) strikeRequests(app, hostility, { refuse: (fault) => REFUSALS[fault], isStruck: isApi })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known = error instanceof ApiError ? error : unexpected(error)
    return reply.code(known.status).send(known.body())
  })
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?')
    const error = new ApiError(
      `Unrecognized request URL (${request.method}: ${path}). The card sandbox knows a part of the API only.`,
      { status: 404, type: 'invalid_request_error' },
    )
    return reply.code(404).send(error.body())
  })

  function respond(request: FastifyRequest, reply: FastifyReply, method: Method, handler: Handler): unknown {
    const [path = '', query = ''] = request.url.split('?', 2)
    const body = typeof request.body === 'string' ? request.body : ''
    const key = method === 'POST' ? readIdempotencyKey(request) : null
    if (key !== null) {
      reply.header('Idempotency-Key', key)
      const kept = ledger.answer(key)
      if (kept) {
        if (kept.path !== path || kept.method !== method || kept.form !== body) throw reusedKey(key)
        reply.header('Idempotent-Replayed', 'true')
        return reply.code(kept.status).send(kept.body)
      }
    }
    const params = new Params(mergeForms(parseForm(query), parseForm(body)))
    const { id = '' } = request.params as { id?: string }
    const keep = (status: number, answer: unknown) => {
      if (key === null) return
      ledger.keepAnswer({ key, method, path, form: body, status, body: answer, created: nowSeconds() })
    }
    const answer = events.transact(() => {
      try {
        const resource = handler({ params, id })
        if (!params.isFinished) throw new Error(`${method} ${path} never refused unknown parameters`)
        keep(200, resource)
        return resource
      } catch (error) {
        // "If a request's parameters fail validation, no idempotent result is saved": only what was carried out is.
        if (keepsChanges(error)) keep(error.status, error.body())
        throw error
      }
    }, keepsChanges)
    return reply.send(answer)
  }

  return {
    app,
    on(method, path, handler) {
      app.route({ method, url: path, handler: async (request, reply) => respond(request, reply, method, handler) })
    },
  }
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/v1/')
}

function keepsChanges(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details.keepsChanges === true
}

function unexpected(error: Error & { statusCode?: number }): ApiError {
  if (error.statusCode !== undefined && error.statusCode < 500) return invalidRequest(error.message)
  return new ApiError(`The card sandbox failed: ${error.message}`, { status: 500, type: 'api_error' })
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw invalidRequest(`Idempotency keys can be at most ${LONGEST_IDEMPOTENCY_KEY} characters`)
  }
  return key
}

function reusedKey(key: string): ApiError {
  return new ApiError(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { status: 400, type: 'idempotency_error' },
  )
}

/** The key as a bearer token. */
function requireKey(authorization: string | undefined, expected: string): void {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ', 2)
  const given = scheme.toLowerCase() === 'bearer' ? credentials : ''
  if (given === '') {
    throw new ApiError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401, type: 'invalid_request_error' },
    )
  }
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(given), digest(expected))) {
    const shown = `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`
    throw new ApiError(`Invalid API Key provided: ${shown}`, { status: 401, type: 'invalid_request_error' })
  }
}
