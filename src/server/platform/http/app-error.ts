/** What a refusal is about, and the status it has on the wire. The only place where the two meet. */
const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  plan_limit_reached: 402,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  other_circle: 412,
  too_many_requests: 429,
  receiver_failed: 502,
  unavailable: 503,
} as const
type RefusalCode = keyof typeof HTTP_STATUS

/** One thing that is wrong with one field: `path` as the client wrote it, such as `schedulePatterns.0.timeOfDay`. */
export interface FieldError {
  path: string
  message: string
}

interface RefusalOptions extends ErrorOptions {
  /** The one field that the refusal is about. */
  field?: string
  /** Several fields at once; the first is what a screen shows. */
  errors?: FieldError[]
  /** For `too_many_requests` and `unavailable`: when it is worth trying again. */
  retryAfterSeconds?: number
}

/** A refusal the caller may read. Anything else that is thrown becomes a logged 500 with a generic message. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: RefusalCode
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, options)
    this.code = code
    this.errors = options.errors ?? (options.field === undefined ? undefined : [{ path: options.field, message }])
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return HTTP_STATUS[this.code]
  }
}

/** The answer to an id that does not exist and to somebody else's alike: existence is never revealed. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`)
}
