import type { Incident } from '#contract/calls/incidents.ts'
import { openFreeText } from '#server/features/loved-ones/public.ts'
import type { IncidentDeps } from '../deps.ts'

/** Where the loved one of an incident lives and how to get in; null where neither is written. The caller decides who may read it. */
export async function addressOf(
  { db, sealing }: Pick<IncidentDeps, 'db' | 'sealing'>,
  { accountId, lovedOneId }: { accountId: number; lovedOneId: number },
): Promise<Incident['place']> {
  const row = await db
    .selectFrom('lovedOnes')
    .select(['id', 'address', 'addressSealedWith', 'accessNote', 'accessNoteSealedWith'])
    .where('id', '=', lovedOneId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row || (row.address === null && row.accessNote === null)) return null
  const { id, address, addressSealedWith, accessNote, accessNoteSealedWith } = row
  return {
    address: openFreeText(sealing, 'address', { id, value: address, sealedWith: addressSealedWith }),
    accessNote: openFreeText(sealing, 'accessNote', { id, value: accessNote, sealedWith: accessNoteSealedWith }),
  }
}
