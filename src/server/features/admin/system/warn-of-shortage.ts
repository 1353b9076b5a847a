import { formatDateTime } from '#core/format/dates.ts'
import { readCapacity } from '#server/features/calls/public.ts'
import { mailAdmins } from '#server/features/messages/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

interface ShortageDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  callsPerSecond: number
  ownNumbers: OwnNumbers
  publicUrl: string
}

/** Mails every admin, once for each day (UTC), when calls of the next 24 hours cannot be dialled in their grace periods. */
export async function warnOfShortage(deps: ShortageDeps): Promise<void> {
  const { db, jobs, clock, log, callsPerSecond, publicUrl } = deps
  const { short, lateCalls } = await readCapacity(deps)
  const [first] = short
  if (!first) return
  log.warn(
    { lateCalls, startsAt: first.startsAt },
    'More calls booked than can be placed in their grace periods; mailing the admins',
  )
  await db.transaction().execute((trx) =>
    mailAdmins({ jobs, clock }, trx, {
      subject: `${lateCalls === 1 ? '1 call' : `${lateCalls} calls`} of the next 24 hours cannot be placed in time`,
      paragraphs: (zone) => [
        `Around ${formatDateTime(first.startsAt, zone)} more calls are booked than the phone line can place in time: ${first.due} fall due within 15 minutes. ${lateCalls === 1 ? '1 call' : `${lateCalls} calls`} of the next 24 hours would be missed.`,
        `Ask your phone provider for more calls per second and set CALLS_PER_SECOND (now ${callsPerSecond}). New calls at that time are refused until then: ${publicUrl}/admin`,
      ],
      key: `shortage:${first.startsAt.toISOString().slice(0, 10)}`,
    }),
  )
}
