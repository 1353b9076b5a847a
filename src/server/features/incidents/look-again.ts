import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'

/**
 * Nobody has an incident any more: others are told at once, from where it stopped, and as often as if it had just begun.
 */
export async function lookForSomebodyAgain({ clock }: IncidentDeps, trx: Trx, incidentId: number): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('incidents')
    .set({ status: 'running', ownerId: null, intent: null, etaMinutes: null, ownedAt: null })
    .set({ begunAt: now, pauses: 0, nextStepAt: now })
    .set((eb) => ({ roundAt: eb.fn<Date>('least', ['roundAt', eb.val(now)]) }))
    .where('id', '=', incidentId)
    .execute()
}
