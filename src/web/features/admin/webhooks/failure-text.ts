import { ApiError, errorText, isAnswerLost } from '#web/lib/api-client.ts'

/**
 * What is said of an action on webhooks that failed: the server's message where there is one, `refused` where it gave
 * none, and `otherwise` where no answer came.
 */
export function failureText(error: unknown, { refused, otherwise }: { refused: string; otherwise: string }): string {
  if (!(error instanceof ApiError) || isAnswerLost(error)) return otherwise
  const hasMessage = error.message !== '' && !error.message.startsWith(`${error.status}: `)
  return hasMessage || error.errors.length > 0 ? errorText(error, refused) : refused
}
