import type { Wording } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { CORRECTIONS_IN_USE } from './corrections-in-use.ts'

/** How a loved one is written to now. */
export async function wordingOfOne(trx: Trx, lovedOneId: number): Promise<Wording> {
  const { language, corrections } = await trx
    .selectFrom('lovedOnes')
    .select(['language', CORRECTIONS_IN_USE])
    .where('id', '=', lovedOneId)
    .executeTakeFirstOrThrow()
  return wordingOf(language, corrections)
}
