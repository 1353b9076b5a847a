import { twilioTexts } from '../adapters/telephony/twilio/twilio-texts.ts'
import type { ServerConfig } from './server-config.ts'

/** The provider of text messages: its own account where one is given. */
export function textsOf({ twilio, messaging, env }: ServerConfig) {
  return twilioTexts({ ...(messaging ?? twilio), publicUrl: env.PUBLIC_URL })
}
