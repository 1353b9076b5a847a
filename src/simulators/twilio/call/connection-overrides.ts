import type { WebhookAnswer } from '../webhook-answer.ts'

/** How one webhook is sent. */
export interface ConnectionOverrides {
  /** How often it is sent again after a failure. */
  retries: number
  /** The failures after which it is. */
  policy: ReadonlySet<string>
  readMilliseconds: number
  /** For all tries together. */
  totalMilliseconds: number
}

/** Twilio gives a webhook 15 seconds in all. */
const LONGEST_MILLISECONDS = 15_000
const MOST_RETRIES = 5

/**
 * Reads the fragment of a webhook's URL, such as `#rc=3&rt=5000&rp=all`: retries, read timeout and total time in
 * milliseconds, retry policy out of 4xx, 5xx, ct, rt and all. Without `rc` nothing is sent again here, though the provider
 * repeats a connection that was never made once.
 * Source: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export function connectionOverrides(fragment: string): ConnectionOverrides {
  const settings = new URLSearchParams(fragment.replace(/^#/, ''))
  const number = (name: string, otherwise: number, most: number) => {
    const value = settings.get(name) ?? ''
    return /^\d+$/.test(value) ? Math.min(Number(value), most) : otherwise
  }
  return {
    retries: number('rc', 0, MOST_RETRIES),
    policy: new Set((settings.get('rp') ?? 'ct').split(',')),
    readMilliseconds: number('rt', LONGEST_MILLISECONDS, LONGEST_MILLISECONDS),
    totalMilliseconds: number('tt', LONGEST_MILLISECONDS, LONGEST_MILLISECONDS),
  }
}

/** Whether an answer is a failure that is retried. */
export function isRetried(answer: WebhookAnswer, { policy }: ConnectionOverrides): boolean {
  const failure = failureOf(answer)
  return failure !== null && (policy.has('all') || policy.has(failure))
}

function failureOf(answer: WebhookAnswer): string | null {
  if (answer.kind === 'failed') return answer.failure
  if (answer.statusCode >= 500) return '5xx'
  return answer.statusCode >= 400 ? '4xx' : null
}
