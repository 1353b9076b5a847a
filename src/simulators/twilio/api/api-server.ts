import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ApiFault, Hostility } from '../hostility.ts'
import { ApiError } from './api-error.ts'

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
  const lostAnswers = new WeakSet<FastifyRequest>()

  app.addHook('onRequest', async (request) => {
    if (!isSame(Buffer.from(request.headers.authorization ?? ''), credentials)) {
      throw new ApiError('notAuthenticated', 'Authenticate')
    }
  })

  if (options.hostility) {
    const { hostility } = options
    app.addHook('preHandler', async (request, reply) => {
      const fault = hostility.nextApiFault()
      if (fault) strike(fault, request, reply)
    })
    app.addHook('onSend', async (request, _reply, payload) => {
      if (lostAnswers.has(request)) request.raw.socket.destroy()
      return payload
    })
  }

  function strike(fault: ApiFault, request: FastifyRequest, reply: FastifyReply): void {
    switch (fault) {
      case 'error-500':
        throw new ApiError('internal', 'An internal server error has occurred')
      case 'error-503':
        throw new ApiError('unavailable', 'Service is unavailable, try again')
      case 'error-429':
        throw new ApiError('tooManyRequests', 'Too Many Requests')
      case 'hang': {
        reply.hijack()
        const { socket } = request.raw
        const timer = setTimeout(() => socket.destroy(), options.hostility?.hangMilliseconds ?? 0)
        socket.once('close', () => clearTimeout(timer))
        return
      }
      case 'lost-answer':
        lostAnswers.add(request)
    }
  }

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
