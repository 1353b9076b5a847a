import twilio from 'twilio'
import type { OwnNumber } from '../own-number.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { numberUrls } from './callback-urls.ts'
import type { TwilioConfig } from './twilio-telephony.ts'

/** The number `from` of the account, at Twilio or in the sandbox. */
export function twilioOwnNumber({ accountSid, authToken, from, baseUrl }: Omit<TwilioConfig, 'publicUrl'>): OwnNumber {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  return {
    async pointAt(publicUrl) {
      const urls = numberUrls(publicUrl)
      try {
        // The filter also finds numbers that only contain the digits.
        const numbers = await client.incomingPhoneNumbers.list({ phoneNumber: from, limit: 20 })
        const ours = numbers.find(({ phoneNumber }) => phoneNumber === from)
        if (!ours) return { kind: 'not_ours' }
        await client.incomingPhoneNumbers(ours.sid).update({
          voiceUrl: urls.voice,
          voiceMethod: 'POST',
          statusCallback: urls.status,
          statusCallbackMethod: 'POST',
          smsUrl: urls.sms,
          smsMethod: 'POST',
        })
        return { kind: 'pointed' }
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
