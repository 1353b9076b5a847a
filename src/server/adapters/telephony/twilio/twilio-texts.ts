import twilio from 'twilio'
import type { DeliveryOutcome } from '../../delivery.ts'
import type { Texts } from '../texts.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { textStatusUrl } from './callback-urls.ts'
import type { TwilioConfig } from './twilio-telephony.ts'

/** Text messages through Twilio or the sandbox, which tell `textStatusUrl` whether they arrived. */
export function twilioTexts({ accountSid, authToken, from, publicUrl, baseUrl }: TwilioConfig): Texts {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  return {
    async send({ to, text, messageId }): Promise<DeliveryOutcome> {
      try {
        const statusCallback = textStatusUrl(publicUrl, messageId)
        const message = await client.messages.create({ to, from, body: text, statusCallback })
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
