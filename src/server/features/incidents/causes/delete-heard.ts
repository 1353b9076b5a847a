import type { Trx } from '#server/platform/database/database.ts'

/** Deletes the words that opened incidents about a loved one of an account, in the caller's transaction. The incidents stay. */
export async function deleteHeard(
  trx: Trx,
  { accountId, lovedOneId }: { accountId: number; lovedOneId: number },
): Promise<void> {
  await trx
    .updateTable('incidentCauses')
    .set({ heard: null, heardSealedWith: null })
    .where('heard', 'is not', null)
    .where('incidentId', 'in', (eb) =>
      eb.selectFrom('incidents').select('id').where('accountId', '=', accountId).where('lovedOneId', '=', lovedOneId),
    )
    .execute()
}
