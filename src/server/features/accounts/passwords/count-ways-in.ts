import type { Trx } from '#server/platform/database/database.ts'
import { countTokens } from '../access-tokens/count-tokens.ts'
import { countPasskeys } from '../passkeys/count-passkeys.ts'

/** What of a person's outlives their password, by number. */
export interface WaysIn {
  passkeys: number
  /** Access tokens that can be used. */
  tokens: number
}

/** How many passkeys and access tokens still open what is the person's, whatever the password is. */
export async function countWaysIn(trx: Trx, personId: number, now: Date): Promise<WaysIn> {
  return { passkeys: await countPasskeys(trx, personId), tokens: await countTokens(trx, { personId }, now) }
}
