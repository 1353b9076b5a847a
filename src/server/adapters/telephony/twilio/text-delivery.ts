import type { TextDelivery } from '../texts.ts'

/** A status of Twilio's about a text message, and its error code, as what became of the text. */
export function textDelivery(status: string, errorCode?: string | number | null): TextDelivery {
  switch (status) {
    case 'delivered':
      return { delivery: 'delivered', reason: null }
    case 'undelivered':
    case 'failed':
      return { delivery: 'failed', reason: errorCode ? `Twilio error ${errorCode}` : status }
    default:
      return { delivery: null, reason: null }
  }
}
