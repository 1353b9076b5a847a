import { twimlTemplates } from '#server/adapters/telephony/twilio/scripts/twiml-templates.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import { twilioOwnNumbers } from '../adapters/telephony/twilio/twilio-own-number.ts'
import type { AdminDeps } from '../features/admin/public.ts'
import type { CareDeps } from '../features/care/public.ts'
import type { RecordingsDeps } from '../features/recordings/public.ts'
import { ownVersion } from './own-version.ts'
import type { ServerConfig } from './server-config.ts'
import { textsOf } from './texts-of.ts'

/** What the admin area may use: the providers themselves, for tests. */
export function adminDeps(
  config: ServerConfig,
  jobs: JobEngine,
  care: CareDeps,
  { recordings }: RecordingsDeps,
): AdminDeps {
  const { env } = config
  return {
    ...care,
    texts: textsOf(config),
    phoneCountries: env.PHONE_COUNTRIES,
    recordings,
    ownNumber: twilioOwnNumbers({
      voice: config.twilio,
      messaging: config.messaging,
      // Where nobody has set one, it is Cooee's own, at the address to which the number is pointed.
      fallbackBase: env.FALLBACK_URL === env.PUBLIC_URL ? undefined : env.FALLBACK_URL,
    }),
    sandbox: { phones: config.isSandbox, cards: config.sandboxCards !== undefined },
    isBillingOn: env.BILLING,
    version: ownVersion(),
    queues: () => jobs.queues(),
    templates: () => twimlTemplates(env.PUBLIC_URL),
  }
}
