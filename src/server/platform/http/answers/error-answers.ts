import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contract/wire.ts'
import { databaseFault } from '../../database/connection/database-error.ts'
import { AppError } from '../app-error.ts'
import { pathOf } from '../requests/request-path.ts'

interface Answer {
  status: number
  body: ErrorBody
  retryAfterSeconds?: number
}

/** What the HTTP layer itself refuses, in words a person can use. The codes are Fastify's. */
const PLAIN_WORDS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large: at most 64 KB',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON (content-type: application/json)',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body is not as long as it says',
  FST_ERR_BAD_URL: 'The address is not valid',
}

/** Turns everything that is thrown into `{message, errors?}`. Only a fault of ours is a 5xx, and it is logged. */
export function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    send(reply, answerTo(error, request))
  })
  app.setNotFoundHandler((request, reply) => {
    send(reply, { status: 404, body: { message: `There is nothing at ${request.method} ${printable(request.url)}` } })
  })
}

/** For faults that happen before there is a route, such as an address that cannot be decoded. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(reply, answerTo(error, request))
}

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: Answer): void {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  // Prepared for what is not sent now.
  reply.removeHeader('content-range').removeHeader('content-disposition')
  // Serialised here: the response schema of the route describes its success, not this.
  reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

function answerTo(error: FastifyError | Error, request: FastifyRequest): Answer {
  if (error instanceof AppError) return refusal(error)
  switch (databaseFault(error)) {
    case 'down':
      request.log.error(error, 'Database not reachable; answering 503')
      return unavailable('Cooee is having trouble right now. Please try again in a moment.')
    case 'busy':
      request.log.error(error, 'Database cancelled a statement; answering 503')
      return unavailable('Cooee is busy right now. Please try again in a moment.')
    case 'unstorable':
      request.log.warn(error, 'Request with text that cannot be stored; answering 400')
      return {
        status: 400,
        body: { message: "Something you typed can't be stored. Please take out unusual characters." },
      }
    case 'other':
      break
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) {
    const code = 'code' in error ? error.code : ''
    return { status, body: { message: PLAIN_WORDS[code] ?? 'The request is not valid' } }
  }
  request.log.error(error, 'Request failed unexpectedly; answering 500')
  return { status: 500, body: { message: 'Something went wrong on our side. Please try again.' } }
}

function refusal(error: AppError): Answer {
  return {
    status: error.status,
    body: error.errors ? { message: error.message, errors: error.errors } : { message: error.message },
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  }
}

function unavailable(message: string): Answer {
  return { status: 503, body: { message }, retryAfterSeconds: 5 }
}

function printable(url: string): string {
  return pathOf(url)
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 200)
}
