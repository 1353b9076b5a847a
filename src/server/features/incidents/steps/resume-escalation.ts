import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'

/** Of an incident without an owner. */
export const UNOWNED = { ownerId: null, intent: null, etaMinutes: null, ownedAt: null } as const

/** The incident has no owner: people are notified again at once. For a call that was not placed, contacts wait until `contactsFrom`. */
export async function resumeEscalation({ clock }: IncidentDeps, trx: Trx, incidentId: number): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('incidents')
    .set({ status: 'running', ...UNOWNED, escalationStartedAt: now, pauses: 0, nextAt: now })
    .set({ roundStartsAt: sql<Date>`greatest(least(round_starts_at, ${now}), contacts_from)` })
    .where('id', '=', incidentId)
    .execute()
}
