import type { Env } from '../environment/env.ts'
import { isLocalName } from '../visitors/local-name.ts'

/** Whether phones of people ring: a provider is set, and it is not on this machine, as the sandbox and the simulators are. */
export function hasRealPhones(env: Env): boolean {
  if (env.TWILIO_ACCOUNT_SID === undefined) return false
  const address = env.TWILIO_VOICE_API_BASE_URL ?? env.TWILIO_API_BASE_URL
  return address === undefined || !isLocalName(new URL(address).host)
}

/** Whether the admin area opens only to admins with a second factor: always with real phones, and where the operator says so. */
export function adminSecondFactor(env: Env): 'required' | 'optional' {
  return hasRealPhones(env) ? 'required' : env.ADMIN_SECOND_FACTOR
}
