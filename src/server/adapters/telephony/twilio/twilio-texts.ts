import twilio from 'twilio'
import type { DeliveryOutcome } from '../../delivery.ts'
import type { Texts } from '../texts.ts'
import { BaseUrlClient } from './base-url-client.ts'
import type { TwilioConfig } from './twilio-telephony.ts'

/** Text messages through Twilio or the sandbox. */
export function twilioTexts({ accountSid, authToken, from, baseUrl }: Omit<TwilioConfig, 'publicUrl'>): Texts {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  return {
    async send({ to, text }): Promise<DeliveryOutcome> {
      try {
        const message = await client.messages.create({ to, from, body: text })
        return { kind: 'accepted', providerId: message.sid }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        // 400 is about the number; anything else (429, 5xx, no answer, a wrong key) may be different in a while.
        return error instanceof twilio.RestException && error.status === 400
          ? { kind: 'refused', reason }
          : { kind: 'unreachable', reason }
      }
    },
  }
}
