import { ApiError, errorText, isAnswerLost } from '#web/lib/http/api-client.ts'

interface FailureTexts {
  /** Where an answer came that gives no reason. */
  refused: string
  /** Where no answer came. */
  otherwise: string
}

/** What is said of an admin's action that failed: the server's message, `refused` where it gave none, `otherwise` without an answer. */
export function failureText(error: unknown, { refused, otherwise }: FailureTexts): string {
  if (!(error instanceof ApiError) || isAnswerLost(error)) return otherwise
  const hasMessage = error.message !== '' && !error.message.startsWith(`${error.status}: `)
  return hasMessage || error.errors.length > 0 ? errorText(error, refused) : refused
}

/** Below the heading of a list that could not be loaded: what the server said, or what one can do. */
export function loadFailureHint(error: unknown): string {
  return failureText(error, {
    refused: 'Please try again in a moment.',
    otherwise: 'Check your connection, then try again.',
  })
}
