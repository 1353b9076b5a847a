import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` of an event: the time it is sent and the hexadecimal HMAC-SHA256, keyed with the endpoint's
 * secret as it stands (`whsec_` included), over that time, a full stop and the body.
 * Source: https://docs.stripe.com/webhooks#verify-manually
 */
export function signEvent(secret: string, timestampSeconds: number, body: string): string {
  const signature = createHmac('sha256', secret).update(`${timestampSeconds}.${body}`, 'utf8').digest('hex')
  return `t=${timestampSeconds},v1=${signature}`
}
