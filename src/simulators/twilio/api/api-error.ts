const ERRORS = {
  invalidParameter: { status: 400, code: 20001 },
  notAuthenticated: { status: 401, code: 20003 },
  notFound: { status: 404, code: 20404 },
  tooManyRequests: { status: 429, code: 20429 },
  internal: { status: 500, code: 20500 },
  unavailable: { status: 503, code: 20503 },
  toMissing: { status: 400, code: 21201 },
  urlInvalid: { status: 400, code: 21205 },
  fromNotOurs: { status: 400, code: 21210 },
  toInvalid: { status: 400, code: 21211 },
  fromInvalid: { status: 400, code: 21212 },
  fromMissing: { status: 400, code: 21213 },
  callNotInProgress: { status: 400, code: 21220 },
  numberUrlInvalid: { status: 400, code: 21402 },
  bodyMissing: { status: 400, code: 21602 },
  messageFromMissing: { status: 400, code: 21603 },
  messageToMissing: { status: 400, code: 21604 },
  statusCallbackInvalid: { status: 400, code: 21609 },
  bodyTooLong: { status: 400, code: 21617 },
  messageFromNotOurs: { status: 400, code: 21660 },
} as const

/** A refusal of the API, in the words and with the code the provider uses (https://www.twilio.com/docs/api/errors). */
export class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(kind: keyof typeof ERRORS, message: string) {
    super(message)
    this.status = ERRORS[kind].status
    this.code = ERRORS[kind].code
  }

  body(): { code: number; message: string; more_info: string; status: number } {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${this.code}`,
      status: this.status,
    }
  }
}
