import { localTimeFor } from '#core/format/local-time-for.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** When others are asked again unless the owner of an incident reports: "7:01 PM" on the loved one's clock. The incident must be open. */
export async function ownedUntilInWords(trx: Trx, incidentId: number): Promise<string> {
  const { nextAt, timezone, readerTimezone } = await trx
    .selectFrom('incidents')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .select(['incidents.nextAt', 'lovedOnes.timezone', 'owners.timezone as readerTimezone'])
    .where('incidents.id', '=', incidentId)
    .where('incidents.nextAt', 'is not', null)
    .$narrowType<{ nextAt: Date }>()
    .executeTakeFirstOrThrow()
  return localTimeFor(nextAt, timezone, readerTimezone)
}
