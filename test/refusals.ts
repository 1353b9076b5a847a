import { pino } from 'pino'
import { type Refuses, refuse } from '#server/features/refusals/phone-refusals.ts'
import { refusalsOf } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'

const deps = { sealing: createSealing({}, pino({ level: 'silent' })) }

/** A phone that wants no texts, or no calls, on an installation without a key. */
export async function aRefusal(
  db: Db,
  { phoneNumber, calls = false, texts = false }: Partial<Refuses> & Pick<Refuses, 'phoneNumber'>,
  at: Date,
): Promise<void> {
  await db.transaction().execute((trx) => refuse(deps, trx, { phoneNumber, calls, texts }, at))
}

/** What a phone refuses, as "calls", "texts", both or nothing. */
export async function refusedBy(db: Db, phoneNumber: string): Promise<string[]> {
  const refusal = (await refusalsOf(deps, db, [phoneNumber])).get(phoneNumber)
  return [...(refusal?.callsSince ? ['calls'] : []), ...(refusal?.textsSince ? ['texts'] : [])]
}
