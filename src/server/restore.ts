import type { Jobs } from '#server/platform/work/jobs.ts'
import { endAllSessions } from './features/accounts/public.ts'
import { recordRestore } from './features/audit/public.ts'
import { endAllCalendars } from './features/calendars/public.ts'
import { markDueCallsUnknown } from './features/care/public.ts'
import { keepTimeline } from './features/dialling/public.ts'
import { markQueuedAlertsUnknown } from './features/incidents/public.ts'
import { askBeforeSending } from './features/messages/public.ts'
import type { BackupHeader } from './platform/backup/backup-header.ts'
import { type RestoreOptions, restoreBackup } from './platform/backup/restore-backup.ts'
import type { OnSpoilt } from './platform/database/statements/all-or-each.ts'

/** Jobs only trigger work: the first start after a restore reads the tables. */
const NO_JOBS: Jobs = { send: async () => {}, sendAll: async () => {} }

/** Somebody is there to repair the row. */
const refuse: OnSpoilt = (_row, error) => {
  throw error
}

/** Restores a backup so that nobody is rung or texted twice: the provider is asked first. Ends every session, access token, calendar address and push, and notes it, in the same transaction. */
export function restore(
  url: string,
  path: string,
  options: Omit<RestoreOptions, 'afterwards'>,
  now = new Date(),
): Promise<BackupHeader> {
  return restoreBackup(url, path, {
    ...options,
    async afterwards(trx, { takenAt }) {
      const markedUnknown = await markDueCallsUnknown(trx, NO_JOBS, now)
      await markQueuedAlertsUnknown(trx, { dueUntil: now, askAt: now, onSpoilt: refuse })
      await askBeforeSending(trx, { onSpoilt: refuse })
      // The backup has that of the database it was taken of.
      await keepTimeline(trx)
      await endAllSessions(trx)
      await endAllCalendars(trx)
      await recordRestore(trx, { takenAt, at: now })
      options.progress(
        `${markedUnknown} calls were due meanwhile: the phone provider is asked about them before any of them rings`,
      )
    },
  })
}
