import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { mailAdmins } from './mail-admins.ts'

interface FailureDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Pick<Logger, 'error'>
  publicUrl: string
}

/**
 * Background work that keeps failing: a dead letter, a poll loop, or due work whose failure the product itself cannot write
 * down.
 */
interface FailingWork {
  name: string
  /** Whether calls or alerts are late meanwhile. */
  delaysAlerts?: boolean
  /** For the log alone. */
  payload?: object
}

/** Mails every admin that this kind of background work keeps failing, once a day (UTC) for each kind. Running it twice mails once. */
export async function mailAdminsOfFailure(
  { db, jobs, clock, log, publicUrl }: FailureDeps,
  { name, delaysAlerts = false, payload }: FailingWork,
): Promise<void> {
  log.error({ work: name, payload }, 'Background work keeps failing')
  const day = clock.now().toISOString().slice(0, 10)
  await db.transaction().execute((trx) =>
    mailAdmins({ jobs, clock }, trx, {
      subject: `Background work keeps failing: ${name}`,
      paragraphs: () => [
        `Cooee has tried "${name}" again and again, and each try failed. ${delaysAlerts ? 'Calls or alerts may be late because of it: please look now.' : "Calls and alerts don't wait for it."}`,
        `The log says why: look for "${name}". Each failure is counted here: ${publicUrl}/admin`,
        'We mail this once a day for as long as it goes on.',
      ],
      key: `dead-letter:${name}:${day}`,
    }),
  )
}
