import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { strikeRequests } from '../../strike-requests.ts'
import type { Hostility } from '../hostility.ts'
import { ApiError } from './api-error.ts'

const REFUSALS = {
  'error-500': new ApiError('internal', 'An internal server error has occurred'),
  'error-503': new ApiError('unavailable', 'Service is unavailable, try again'),
  'error-429': new ApiError('tooManyRequests', 'Too Many Requests'),
} as const

/** The bare HTTP server: credentials, the provider's errors, and the faults of hostile mode in front of every route. */
export async function createApiServer(options: {
  accountSid: string
  authToken: string
  hostility: Hostility | null
}): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  await app.register(formbody)
  const credentials = Buffer.from(
    `Basic ${Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64')}`,
  )

  app.addHook('onRequest', async (request) => {
    if (!isSame(Buffer.from(request.headers.authorization ?? ''), credentials)) {
      throw new ApiError('notAuthenticated', 'Authenticate')
    }
  })

  if (options.hostility) strikeRequests(app, options.hostility, { refuse: (fault) => REFUSALS[fault] })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body())
    const badRequest = error.statusCode !== undefined && error.statusCode < 500
    const answer = new ApiError(badRequest ? 'invalidParameter' : 'internal', error.message)
    return reply.code(answer.status).send(answer.body())
  })

  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?')
    const error = new ApiError('notFound', `The requested resource ${path} was not found`)
    return reply.code(error.status).send(error.body())
  })

  return app
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
