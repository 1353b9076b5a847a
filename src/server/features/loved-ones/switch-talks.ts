import type { Trx } from '#server/platform/database/database.ts'

/** Whether check-ins of a loved one may be talks, once they have agreed. The caller has checked whose they are. */
export async function switchTalks(trx: Trx, lovedOneId: number, talks: boolean): Promise<void> {
  await trx.updateTable('lovedOnes').set({ talks }).where('id', '=', lovedOneId).execute()
}
