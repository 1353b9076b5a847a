import type { Env } from '#server/platform/environment/env.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { PhoneAccount } from './adapters/telephony/phone-account.ts'

/** The numbers that calls come from, the main one first. */
export function ownNumbersOf(env: Pick<Env, 'TWILIO_PHONE_NUMBER' | 'TWILIO_PHONE_NUMBERS'>): OwnNumbers {
  const main = env.TWILIO_PHONE_NUMBER ?? ''
  return [main, ...(env.TWILIO_PHONE_NUMBERS ?? []).filter((number) => number !== main)]
}

/** The accounts at the phone provider for calls and for texts: they differ where calls run in a region, with their own host and token. */
export function realPhones(env: Env): { twilio: PhoneAccount; messaging: PhoneAccount } {
  const numbers = ownNumbersOf(env)
  const [from] = numbers
  const ofTexts = env.TWILIO_MESSAGING_PHONE_NUMBER
  return {
    twilio: {
      accountSid: env.TWILIO_VOICE_ACCOUNT_SID ?? env.TWILIO_ACCOUNT_SID ?? '',
      authToken: env.TWILIO_VOICE_AUTH_TOKEN ?? env.TWILIO_AUTH_TOKEN ?? '',
      from,
      numbers,
      baseUrl: env.TWILIO_VOICE_API_BASE_URL ?? env.TWILIO_API_BASE_URL,
    },
    messaging: {
      accountSid: env.TWILIO_MESSAGING_ACCOUNT_SID ?? env.TWILIO_ACCOUNT_SID ?? '',
      authToken: env.TWILIO_MESSAGING_AUTH_TOKEN ?? env.TWILIO_AUTH_TOKEN ?? '',
      from: ofTexts ?? from,
      numbers: ofTexts === undefined ? numbers : [ofTexts],
      baseUrl: env.TWILIO_MESSAGING_API_BASE_URL ?? env.TWILIO_API_BASE_URL,
    },
  }
}
