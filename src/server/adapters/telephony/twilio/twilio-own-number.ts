import twilio from 'twilio'
import type { NumberAddresses, OwnNumber } from '../own-number.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { numberUrls } from './callback-urls.ts'
import type { TwilioConfig } from './twilio-telephony.ts'

/** The number `from` of the account, at Twilio or in the sandbox. */
export function twilioOwnNumber({ accountSid, authToken, from, baseUrl }: Omit<TwilioConfig, 'publicUrl'>): OwnNumber {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  // The filter also finds numbers that only contain the digits.
  const find = async () => {
    const numbers = await client.incomingPhoneNumbers.list({ phoneNumber: from, limit: 20 })
    return numbers.find(({ phoneNumber }) => phoneNumber === from)
  }
  return {
    async look() {
      try {
        const [ours, account] = await Promise.all([find(), client.api.v2010.accounts(accountSid).fetch()])
        if (!ours) return { kind: 'not_ours' }
        return {
          kind: 'found',
          addresses: addressesOf(ours),
          canCall: ours.capabilities?.voice ?? true,
          canText: ours.capabilities?.sms ?? true,
          isTrial: account.type === 'Trial',
        }
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
    async pointAt(publicUrl) {
      const urls = numberUrls(publicUrl)
      try {
        const ours = await find()
        if (!ours) return { kind: 'not_ours' }
        const updated = await client.incomingPhoneNumbers(ours.sid).update({
          voiceUrl: urls.voice,
          voiceMethod: 'POST',
          statusCallback: urls.status,
          statusCallbackMethod: 'POST',
          smsUrl: urls.sms,
          smsMethod: 'POST',
          // An application or a trunk would be asked in their stead.
          ...(ours.voiceApplicationSid ? { voiceApplicationSid: '' } : {}),
          ...(ours.smsApplicationSid ? { smsApplicationSid: '' } : {}),
          ...(ours.trunkSid ? { trunkSid: '' } : {}),
        })
        return { kind: 'pointed', addresses: addressesOf(updated), previous: addressesOf(ours) }
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

interface NumberResource {
  voiceUrl: string | null
  statusCallback: string | null
  smsUrl: string | null
  voiceFallbackUrl: string | null
  smsFallbackUrl: string | null
  voiceApplicationSid: string | null
  smsApplicationSid: string | null
  trunkSid: string | null
}

function addressesOf(number: NumberResource): NumberAddresses {
  const all = {
    voice: number.voiceUrl,
    status: number.statusCallback,
    sms: number.smsUrl,
    voiceFallback: number.voiceFallbackUrl,
    smsFallback: number.smsFallbackUrl,
    voiceApplication: number.voiceApplicationSid,
    smsApplication: number.smsApplicationSid,
    trunk: number.trunkSid,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, url]) => (url ? [[name, url]] : [])))
}
