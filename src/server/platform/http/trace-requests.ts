import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withLogFacts } from '../health/log-context.ts'
import { type OpenSpan, openSpan } from '../health/tracing.ts'

const WELL_FORMED = /^[\w-]{8,64}$/

/** The id that a proxy in front has given the request, where it is one; else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

interface TracedRequest {
  span: OpenSpan
  /** Back into what surrounds the request's own work. */
  enter(work: () => void): void
}

/** Every line logged while a request is answered carries its id, the answer names it, and the whole is one span. */
export function traceRequests(app: FastifyInstance): void {
  const requests = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const span = openSpan(`${request.method} ${routeOf(request)}`, 'server')
    withLogFacts({ reqId: request.id }, () =>
      span.within(() => {
        requests.set(request, { span, enter: AsyncLocalStorage.snapshot() })
        done()
      }),
    )
  })
  // What follows a body is run by the event of its end, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const traced = requests.get(request)
    if (traced) traced.enter(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    requests.get(request)?.span.end(
      {
        'http.request.method': request.method,
        'http.route': routeOf(request),
        'http.response.status_code': reply.statusCode,
      },
      reply.statusCode >= 500,
    )
  })
}

/** Never the address: ids would make a name each, and some open what they name. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
}
