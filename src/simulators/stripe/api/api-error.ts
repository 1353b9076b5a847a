export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

interface ErrorDetails {
  status: number
  type: ErrorType
  code?: string
  declineCode?: string
  /** The parameter it is about, as it is written in a form: `line_items[0][price]`. */
  param?: string
  /** True where the refusal itself is an event worth keeping: a card that was charged in vain. */
  keepsChanges?: boolean
}

/** A refusal of the API, in the provider's shape and words (https://docs.stripe.com/api/errors). */
export class ApiError extends Error {
  readonly details: ErrorDetails

  constructor(message: string, details: ErrorDetails) {
    super(message)
    this.details = details
  }

  get status(): number {
    return this.details.status
  }

  body(): { error: Record<string, string> } {
    const { type, code, declineCode, param } = this.details
    return {
      error: {
        ...(code === undefined
          ? {}
          : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        ...(declineCode === undefined ? {} : { decline_code: declineCode }),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        type,
      },
    }
  }
}

/** A request that cannot be meant so. */
export function invalidRequest(message: string, param?: string, code?: string): ApiError {
  return new ApiError(message, { status: 400, type: 'invalid_request_error', param, code })
}

/** What a path names does not exist (404); where a parameter names it, the request is wrong (400). */
export function missing(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(`No such ${kind}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
  })
}

/** The bank said no. What led to it stays recorded. */
export function cardDeclined(message: string, declineCode: string): ApiError {
  return new ApiError(message, {
    status: 402,
    type: 'card_error',
    code: 'card_declined',
    declineCode,
    keepsChanges: true,
  })
}
