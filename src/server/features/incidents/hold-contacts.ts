import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'

/**
 * The call that makes up for what was not placed is put off, since the provider turns it down: contacts are told nothing
 * before `until`. Does nothing where they are told already, or for other reasons. The caller holds the lock of that call.
 */
export async function holdContacts(
  { clock }: Pick<IncidentDeps, 'clock'>,
  trx: Trx,
  lovedOneId: number,
  until: Date,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set((eb) => ({
      contactsFrom: until,
      roundAt: until,
      nextStepAt: eb.case().when('status', '=', 'running').then(until).else(eb.ref('nextStepAt')).end(),
    }))
    .where('lovedOneId', '=', lovedOneId)
    .where('endedAt', 'is', null)
    .where('cause', '=', 'not_placed')
    .where('contactsFrom', '>', clock.now())
    .where('contactsFrom', '<', until)
    .execute()
}
