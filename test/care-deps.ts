import { pino } from 'pino'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { afterFailover } from '#server/composition/after-failover.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { DIAL_TIMING as REAL_TIMING } from '#server/features/dialling/public.ts'
import { loadIncidentLinks } from '#server/features/incidents/public.ts'
import { loadVoiceLinks } from '#server/features/voices/public.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'

/** The clock of a test stands still: every question counts as played to its end. */
const DIAL_TIMING = { ...REAL_TIMING, spokenWordMs: 0 }

/** What the care feature needs, as an operator who changes nothing has it, without limits. */
export async function careDeps(
  own: Pick<CareDeps, 'db' | 'clock' | 'jobs' | 'telephony' | 'enqueueNotice'> & Partial<Pick<CareDeps, 'sealing'>>,
  changes: Partial<CareDeps> = {},
): Promise<CareDeps> {
  const log = pino({ level: 'silent' })
  const shared = {
    sealing: createSealing({}, log),
    ...own,
    log,
    callsPerSecond: 1000,
    ownNumbers: ['+61491570100'] as const,
    afterFailover: afterFailover({ jobs: own.jobs, log }),
    limits: NO_LIMITS,
    publicUrl: 'http://localhost:3000',
  }
  return {
    ...shared,
    incidents: {
      ...shared,
      escalation: ESCALATION_TIMING,
      timing: DIAL_TIMING,
      links: await loadIncidentLinks(shared),
    },
    voices: await loadVoiceLinks(shared),
    retryDefaults: { retryAttempts: 2, retryDelaySeconds: 600 },
    timing: DIAL_TIMING,
    // People of tests have agreed, unless the test is about that.
    consent: 'attested',
    ...changes,
  }
}
