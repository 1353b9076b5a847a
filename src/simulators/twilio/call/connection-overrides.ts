/** How one webhook is sent. */
export interface ConnectionOverrides {
  /** How often it is sent again after a failure, whatever failed. */
  retries: number
  readMilliseconds: number
  /** For all tries together. */
  totalMilliseconds: number
}

/** Twilio gives a webhook 15 seconds in all. */
const LONGEST_MILLISECONDS = 15_000
const MAX_RETRIES = 5

/**
 * Reads the fragment of a webhook's URL, such as `#rc=3&rt=5000&rp=all`: retries, read timeout and total time in
 * milliseconds, and the retry policy, of which Cooee uses `all`. Without it nothing is sent again here, though the provider
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
    retries: settings.get('rp') === 'all' ? number('rc', 0, MAX_RETRIES) : 0,
    readMilliseconds: number('rt', LONGEST_MILLISECONDS, LONGEST_MILLISECONDS),
    totalMilliseconds: number('tt', LONGEST_MILLISECONDS, LONGEST_MILLISECONDS),
  }
}
