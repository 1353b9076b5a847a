import { pino } from 'pino'
import { twimlTemplates } from '#server/adapters/telephony/twilio/scripts/twiml-templates.ts'
import type { AdminDeps } from '#server/features/admin/public.ts'
import { DIAL_TIMING } from '#server/features/dialling/public.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { scriptedOwnNumber } from '#test/adapters/scripted-own-number.ts'
import { scriptedRecordings } from '#test/adapters/scripted-recordings.ts'
import { scriptedTelephony } from '#test/adapters/scripted-telephony.ts'

/** What the admin area needs, with providers that agree to everything. */
export function adminDeps<Changes extends Partial<AdminDeps>>(
  own: Pick<AdminDeps, 'db' | 'clock' | 'log' | 'publicUrl'>,
  changes?: Changes,
) {
  const deps = {
    telephony: scriptedTelephony(),
    timing: { ...DIAL_TIMING, askAfterBusyMs: 1 },
    callsPerSecond: 1000,
    ownNumbers: ['+61491570100'] as const,
    afterFailover: async () => {},
    phoneCountries: ['AU', 'NZ'],
    texts: { send: async () => ({ kind: 'accepted' as const, providerId: `SM${'0'.repeat(32)}` }) },
    recordings: scriptedRecordings(),
    ownNumber: scriptedOwnNumber(),
    sandbox: { phones: true, cards: true },
    isBillingOn: true,
    version: '0.0.0',
    queues: async () => [{ name: 'place-call', waiting: 0, failed: 0 }],
    sealing: createSealing({}, pino({ level: 'silent' })),
    limits: NO_LIMITS,
    templates: () => twimlTemplates(own.publicUrl),
    ...own,
  }
  return { ...deps, ...changes } as typeof deps & Changes
}
