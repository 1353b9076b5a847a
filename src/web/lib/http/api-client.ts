import type { z } from 'zod'
import type { ErrorBody } from '#contract/wire.ts'
import { bearerToken, sessionScope, shownCircle, verifySession } from '#web/lib/session/session.ts'
import { type Outgoing, send } from './send.ts'

/** A request that was refused or did not get through; `status` 0 means that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: readonly { path: string; message: string }[]
  constructor(status: number, message: string, errors: ErrorBody['errors'] = []) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** The sentence for a failed action: the first validation error, else the server's message, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  const [first] = error.errors
  return first ? `Validation error: ${first.message}` : error.message || fallback
}

/** Whether nobody can say if the request got through: no answer came. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

interface RequestOptions extends Outgoing {
  /** For signing in and the like: a 401 is the answer to this request, not the end of a session. */
  anonymous?: boolean
  /** For what concerns the login and no circle. */
  anyCircle?: boolean
}

/** The session is in another circle than the screen shows. The status of RFC 9110, 15.5.13: a precondition failed. */
const OTHER_CIRCLE = 412

// The contract is loaded when an answer is to be read: the form for signing in is on the screen without it.
async function parsedErrorBody(text: string): Promise<ErrorBody | undefined> {
  try {
    const { errorBody } = await import('#contract/wire.ts')
    return errorBody.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function refusal(response: Response, anonymous: boolean): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const body = await parsedErrorBody(text)
  if (response.status === 401 && !anonymous) {
    return new ApiError(401, `Authentication failed: ${body?.message || text || 'No additional details'}`)
  }
  return new ApiError(response.status, body?.message || `${response.status}: ${text}`, body?.errors)
}

async function dispatch(path: string, options: RequestOptions): Promise<Response> {
  try {
    return await send(path, { ...options, token: options.anonymous ? undefined : bearerToken() })
  } catch (error) {
    if (options.signal?.aborted) throw error
    const foreign = new URL(path, window.location.origin).origin !== window.location.origin
    const detail = error instanceof Error ? error.message : String(error)
    throw new ApiError(
      0,
      foreign ? `Cross-origin request blocked: ${detail}` : 'There was a problem connecting to the server',
    )
  }
}

/**
 * Sends, and after a 401 verifies the session and sends once more. Throws `ApiError` for everything but a 2xx, and where the
 * screens show another circle by now.
 */
async function request(path: string, options: RequestOptions): Promise<Response> {
  const { anonymous = false, anyCircle = anonymous } = options
  const scope = sessionScope()
  // Also when it is sent once more: what was meant for one family never goes to another.
  const meant = { ...options, circle: anyCircle ? undefined : shownCircle() }
  const isOtherNow = () => !anyCircle && sessionScope() !== undefined && sessionScope() !== scope
  let response = await dispatch(path, meant)
  if (response.status === 401 && !anonymous && (await verifySession()) === 'signed-in' && !isOtherNow()) {
    response = await dispatch(path, meant)
  }
  // What one may do has changed, or the circle was entered elsewhere: the screens follow.
  if (!anonymous && (response.status === 403 || response.status === OTHER_CIRCLE)) await verifySession()
  // An answer that arrives late is of the family that was shown before.
  if (scope !== undefined && isOtherNow()) throw new ApiError(OTHER_CIRCLE, 'Another family is open now.')
  if (!response.ok) throw await refusal(response, anonymous)
  return response
}

interface Answer {
  status: number
  /** Undefined when it cannot be read. */
  json: unknown
}

async function answerOf(path: string, options: RequestOptions): Promise<Answer> {
  const response = await request(path, options)
  return { status: response.status, json: await response.json().catch(() => undefined) }
}

const creations = new Map<string, Promise<Answer>>()

/** While the creation of a thing is under way, asking for it again (a double click) waits for the same answer. */
function answerOnce(path: string, options: RequestOptions): Promise<Answer> {
  const { creationKey } = options
  if (!creationKey) return answerOf(path, options)
  const underWay = creations.get(creationKey) ?? answerOf(path, options).finally(() => creations.delete(creationKey))
  creations.set(creationKey, underWay)
  return underWay
}

async function requestParsed<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  options: RequestOptions,
): Promise<z.infer<Schema>> {
  const { status, json } = await answerOnce(path, options)
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new ApiError(status, `${status}: Invalid response format`)
  return parsed.data
}

/**
 * The server's API. Answers are parsed with the contract's schemas; failures throw `ApiError`.
 * A list: `api.get(z.array(callSchema), '/api/calls/upcoming', { query: { lovedOneId }, signal })`.
 */
export const api = {
  get<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    options: Pick<RequestOptions, 'query' | 'signal' | 'anonymous'> = {},
  ) {
    return requestParsed(schema, path, options)
  },
  post<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    body?: unknown,
    options: Pick<RequestOptions, 'anonymous' | 'anyCircle' | 'creationKey'> = {},
  ) {
    return requestParsed(schema, path, { ...options, method: 'POST', body })
  },
  put<Schema extends z.ZodType>(schema: Schema, path: string, body: unknown) {
    return requestParsed(schema, path, { method: 'PUT', body })
  },
  patch<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    body: unknown,
    options: Pick<RequestOptions, 'anonymous'> = {},
  ) {
    return requestParsed(schema, path, { ...options, method: 'PATCH', body })
  },
  /** For endpoints that answer 204. */
  async delete(path: string): Promise<void> {
    await request(path, { method: 'DELETE' })
  },
  /** Bytes, with the name that the server gives them. */
  async file(
    path: string,
    options: Pick<RequestOptions, 'method' | 'signal'> = {},
  ): Promise<{ bytes: Blob; name: string | null }> {
    const response = await request(path, options)
    const [, name = null] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { bytes: await response.blob(), name }
  },
  /** For a POST that answers 204. */
  async postWithoutAnswer(
    path: string,
    body?: unknown,
    options: Pick<RequestOptions, 'anyCircle'> = {},
  ): Promise<void> {
    await request(path, { ...options, method: 'POST', body })
  },
}
