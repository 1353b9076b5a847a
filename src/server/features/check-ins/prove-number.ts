import { sql } from 'kysely'
import { stopCodeText } from '#core/refusals/refusal-texts.ts'
import { type RefusalDeps, refusalOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { hashOfCode, isSameHash, newPhoneCode, TRIES_OF_CODE } from '#server/platform/phones/phone-codes.ts'
import { hasQuota, type Quota } from '#server/platform/visitors/quota.ts'
import { belongsToAnybody } from './who-is-it.ts'

/** What is needed to let a number prove itself. */
export interface ProveDeps extends RefusalDeps {
  db: Db
  clock: Clock
  /** Sends a text in the caller's transaction whose words are removed once it is sent. */
  sendCode(trx: Trx, to: string, text: string): Promise<unknown>
}

const GOOD_FOR_MS = 15 * 60_000
const CODES_PER_NUMBER: readonly Quota[] = [
  { name: 'stop codes, an hour', limit: 3, windowSeconds: 3600, message: '' },
  { name: 'stop codes, a day', limit: 6, windowSeconds: 86_400, message: '' },
]
/** How many texts an hour phones that no account holds may cost the installation. */
const CODES_TO_STRANGERS: Quota = { name: 'stop codes of all', limit: 200, windowSeconds: 3600, message: '' }

/**
 * Sends a code to the phone whose number was typed: six digits, good for 15 minutes and five tries. A phone that takes
 * no texts, or has been sent enough, gets none; the caller answers the same in every case. When strangers have been
 * sent enough in an hour, phones that an account holds still get theirs.
 */
export async function sendStopCode(deps: ProveDeps, phoneNumber: string): Promise<void> {
  const now = deps.clock.now()
  const code = newPhoneCode()
  await deps.db.transaction().execute(async (trx) => {
    if ((await refusalOf(deps, trx, phoneNumber))?.textsSince) return
    const [phoneHash] = deps.sealing.lookupHashes(phoneNumber)
    for (const quota of CODES_PER_NUMBER) if (!(await hasQuota(trx, quota, phoneHash, now))) return
    // A person whom Cooee rings or texts can always end it: requests for codes to made-up numbers do not use that up.
    const mayText = (await belongsToAnybody(trx, phoneNumber)) || (await hasQuota(trx, CODES_TO_STRANGERS, 'all', now))
    const expiresAt = new Date(now.getTime() + GOOD_FOR_MS)
    const fresh = { codeHash: hashOf(deps, phoneNumber, code), expiresAt, tries: 0 }
    await trx.deleteFrom('stopCodes').where('expiresAt', '<=', now).execute()
    await trx
      .insertInto('stopCodes')
      .values({ phoneHash, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('phoneHash')
          // If this code is not sent, the previous one stays good.
          .doUpdateSet((eb) => (mayText ? fresh : { expiresAt: eb.ref('stopCodes.expiresAt') })),
      )
      .execute()
    // Written down either way, so that the time of the answer says little about which numbers are known.
    if (mayText) await deps.sendCode(trx, phoneNumber, stopCodeText(code))
  })
}

/** Uses up a code: true once, within its time and its tries. A wrong one uses up a try, also when many come at once. */
export async function isProven(
  deps: Pick<ProveDeps, 'db' | 'clock' | 'sealing'>,
  { phoneNumber, code }: { phoneNumber: string; code: string },
): Promise<boolean> {
  const hashes = deps.sealing.lookupHashes(phoneNumber)
  const tried = await deps.db
    .updateTable('stopCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(sql<boolean>`phone_hash = any(${[...hashes]}::text[])`)
    .where('expiresAt', '>', deps.clock.now())
    .where('tries', '<', TRIES_OF_CODE)
    .returning(['phoneHash', 'codeHash'])
    .executeTakeFirst()
  if (!tried || !isSameHash(tried.codeHash, hashOf(deps, phoneNumber, code))) return false
  const used = await deps.db
    .deleteFrom('stopCodes')
    .where('phoneHash', '=', tried.phoneHash)
    .where('codeHash', '=', tried.codeHash)
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

function hashOf({ sealing }: RefusalDeps, phoneNumber: string, code: string): string {
  return hashOfCode(sealing, `stop ${phoneNumber}`, code)
}
