import { ApiError } from '#web/lib/http/api-client.ts'

/** Whether the link does not open anything any more; asking again would not help. */
export function isLinkGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
