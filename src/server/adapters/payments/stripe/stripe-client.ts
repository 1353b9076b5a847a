import Stripe from 'stripe'

export interface StripeAccess {
  secretKey: string
  /** Another host for the same protocol; only its scheme, host and port count. */
  baseUrl?: string | undefined
}

/** The shape of answers depends on it: it changes together with the package, never by itself. */
const API_VERSION = '2026-10-28.endive'
const REQUEST_TIMEOUT_MS = 10_000
/** The package asks again with the same idempotency key: what was carried out is not carried out twice. */
const REPEATS = 1

/** The official package, pointed at the provider or at a server that speaks its protocol. */
export function stripeClient({ secretKey, baseUrl }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: REPEATS,
    telemetry: false,
    ...(baseUrl ? addressOf(new URL(baseUrl)) : {}),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    // The package wants no brackets around an IPv6 address.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? '80' : '443'),
  }
}
