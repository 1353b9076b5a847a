import { pino } from 'pino'
import type { CallViews } from '#server/features/calls/view/call-view.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSealing, type Sealing } from '#server/platform/sealing/sealing.ts'

/** What calls are read from where a test has no more than the database; without a key, unless it is given one. */
export function callViews(db: Db, sealing: Sealing = createSealing({}, pino({ level: 'silent' }))): CallViews {
  return { db, sealing, consent: 'attested', incidents: incidentsOfCalls }
}
