import type { Logger } from 'pino'
import type { EscalationTiming } from '#core/escalation/ladder/escalation-timing.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Env } from '#server/platform/environment/env.ts'
import type { Mail } from '../adapters/mail/mail.ts'
import type { StripeConfig } from '../adapters/payments/stripe/stripe-payments.ts'
import type { OpenAiCompatibleOptions } from '../adapters/talk-model/openai-compatible-model.ts'
import type { PhoneAccount } from '../adapters/telephony/phone-account.ts'
import type { DialTiming } from '../features/dialling/public.ts'
import type { DeliveryTimeouts } from '../features/messages/public.ts'
import type { SandboxCards, SandboxPhones } from '../features/sandbox/public.ts'
import type { DatabaseOutage } from '../platform/database/connection/database-outage.ts'

/** `web` answers requests, `worker` places calls and sends messages, `all` does both. */
export const ROLES = ['all', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

export interface ServerConfig {
  env: Env
  role: Role
  /** A migrated database. */
  databaseUrl: string
  /** Given where `databaseUrl` leads to a pooler in transaction mode: the same database without it, for jobs and LISTEN. */
  databaseDirectUrl?: string | undefined
  /** The provider's account for calls, and for everything else unless `messaging` is given. */
  twilio: PhoneAccount
  /** Its account for text messages; by default the same. */
  messaging?: PhoneAccount | undefined
  /** How to reach the card provider; null where none is connected. */
  payments: StripeConfig | null
  /** How to reach the model of talks; null: calls ask their question as ever. Its key is null where the server asks for none. */
  talkModel?: OpenAiCompatibleOptions | null | undefined
  /** Whether the phones are the sandbox's. */
  isSandbox: boolean
  /** Those phones, where people may play on them. */
  sandboxPhones?: SandboxPhones | undefined
  /** The built-in cards, where their renewals may be played through. */
  sandboxCards?: SandboxCards | undefined
  /** Where the sandbox makes up a forecast; asked only where the environment names no source. */
  sandboxForecast?: { baseUrl: string } | undefined
  /** This machine's clock; by default the system's. */
  clock?: Clock
  /** How soon the provider is asked about calls; by default as suits a real one. */
  dialTiming?: DialTiming
  /** How long to wait for people; by default as suits people. */
  escalation?: EscalationTiming
  /** The timeouts of deliveries; by default as suits real providers. */
  deliveryTimeouts?: DeliveryTimeouts
  /** Where mails go; by default as the environment says. */
  mail?: Mail
  webDirectory?: string
  log: Logger
  /** What `log` was made with, to say once that the database is gone and once that it is back. */
  outage?: DatabaseOutage
}
