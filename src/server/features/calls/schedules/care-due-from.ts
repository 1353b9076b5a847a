import { sql } from 'kysely'
import { isPhoneFree } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type OwnNumbers, rungFrom } from '#server/platform/phones/own-numbers.ts'
import { MAY_BE_DIALLED } from '../state/may-be-dialled.ts'
import { NUMBER_TO_DIAL } from '../state/number-to-dial.ts'

/** The numbers of ours from which a care call waits to be dialled. A call whose phone is in use cannot be dialled, and does not count. */
export async function careDueFrom(trx: Trx, now: Date, ownNumbers: OwnNumbers): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${ownNumbers}::text[]) as number
    where exists (
      select from calls join loved_ones on loved_ones.id = calls.loved_one_id
      where dial_at <= ${now} and dial_by >= ${now} and ${MAY_BE_DIALLED} and ${isPhoneFree(NUMBER_TO_DIAL, now)}
        and ${rungFrom(ownNumbers)} = number)`.execute(trx)
  return new Set(rows.map(({ number }) => number))
}
