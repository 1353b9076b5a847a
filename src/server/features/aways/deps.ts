import type { EnqueueNotice } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** What times away need from the outside. */
export interface AwaysDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  enqueueNotice: EnqueueNotice
  /** Where the screens are, for links. */
  publicUrl: string
}

/** The loved one whom a time away is for, locked by the caller. */
export interface AwayPerson {
  id: number
  name: string
  timezone: string
}
