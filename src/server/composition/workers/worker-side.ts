import type { JobEngine } from '#server/platform/work/job-engine.ts'
import { noMail } from '../../adapters/mail/no-mail.ts'
import { outboxMail } from '../../adapters/mail/outbox-mail.ts'
import { smtpMail } from '../../adapters/mail/smtp-mail.ts'
import { noteFallback } from '../../features/incidents/public.ts'
import { DELIVERY_TIMEOUTS } from '../../features/messages/public.ts'
import { advanceOnUndelivered, type Features } from '../build-features.ts'
import type { ServerConfig } from '../server-config.ts'
import { textsOf } from '../texts-of.ts'
import type { WorkerParts } from './worker-parts.ts'

/** What workers send mails and texts with, and the rest of what they are made of. */
export function workerSide(
  config: ServerConfig,
  jobs: JobEngine,
  features: Features,
  connecting: Pick<WorkerParts, 'onChanged' | 'beforeFirstUse'>,
): WorkerParts {
  const { env, databaseUrl, databaseDirectUrl, log, deliveryTimeouts } = config
  const withoutServer = config.isSandbox ? outboxMail() : noMail()
  return {
    ...features,
    databaseUrl,
    isPooled: databaseDirectUrl !== undefined,
    statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    log,
    jobs,
    mail:
      config.mail ??
      (env.SMTP_URL
        ? smtpMail({ url: env.SMTP_URL, from: env.MAIL_FROM, requiresTls: env.SMTP_REQUIRE_TLS })
        : withoutServer),
    texts: textsOf(config),
    timeouts: deliveryTimeouts ?? DELIVERY_TIMEOUTS,
    retentionMonths: env.RETENTION_MONTHS,
    keepCallsMonths: env.KEEP_CALLS_MONTHS,
    onUndelivered: advanceOnUndelivered(features.care),
    // A text that takes the place of an alert's mail is an alert itself.
    onFallback: (trx, messages) => noteFallback(features.care, trx, messages),
    ...connecting,
  }
}
