import twilio from 'twilio'
import { speak } from '../scripts/render-script.ts'
import { afterWaitingUrl } from './callback-urls.ts'

/** As long as a restart may take: with the words about a minute, then nobody should hold a phone any more. */
const PAUSE_SECONDS = 5
const MAX_WAITS = 6

interface FailedRequest {
  publicUrl: string
  /** The call, as `fallbackUrl` names it. */
  call: string
  /** The address that gave no answer, as the provider reports it; empty when it does not. */
  failedUrl: string
}

/**
 * Asks for patience and continues the call where it is, a few times; then says goodbye. What is promised must be true without
 * a database query: a care call that ends without an answer is retried, or the family is notified.
 */
export function fallbackScript({ publicUrl, call, failedUrl }: FailedRequest): string {
  const response = new twilio.twiml.VoiceResponse()
  const waited = waitedBefore(failedUrl)
  if (waited >= MAX_WAITS) {
    speak(response, goodbyeTo(call))
    response.hangup()
    return response.toString()
  }
  speak(response, 'One moment please.')
  response.pause({ length: PAUSE_SECONDS })
  response.redirect({ method: 'POST' }, afterWaitingUrl(publicUrl, call, waited + 1))
  return response.toString()
}

/** How often this call was asked to wait since it last got a script. */
function waitedBefore(failedUrl: string): number {
  const waited = URL.parse(failedUrl)?.searchParams.get('waited') ?? ''
  return /^\d{1,3}$/.test(waited) ? Number(waited) : 0
}

function goodbyeTo(call: string): string {
  const sorry = 'I am sorry, I cannot go on just now.'
  if (call.startsWith('voice/')) return `${sorry} I will ring again, or let your family know. Goodbye.`
  return call === 'inbound/voice' ? `${sorry} Please ring again later. Goodbye.` : `${sorry} Goodbye.`
}
