import { mailAdmins } from '#server/features/messages/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { DeadLetter } from '#server/platform/work/job-engine.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

interface DeadLetterDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Pick<Logger, 'error'>
  publicUrl: string
}

/** Mails every admin that this kind of background work was given up, once a day (UTC) for each kind. Running it twice mails once. */
export async function notifyDeadLetter(
  { db, jobs, clock, log, publicUrl }: DeadLetterDeps,
  { name, payload }: DeadLetter,
): Promise<void> {
  log.error({ work: name, payload }, 'Background work was given up after its last try')
  const day = clock.now().toISOString().slice(0, 10)
  await db.transaction().execute((trx) =>
    mailAdmins({ jobs, clock }, trx, {
      subject: `Background work keeps failing: ${name}`,
      paragraphs: () => [
        `Cooee has tried "${name}" again and again, and each try failed. Calls and alerts don't wait for it.`,
        `The log says why: look for "${name}". Each failure is counted here: ${publicUrl}/admin`,
        'We mail this once a day for as long as it goes on.',
      ],
      key: `dead-letter:${name}:${day}`,
    }),
  )
}
