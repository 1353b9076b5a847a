import { sql } from 'kysely'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { saidNo } from '#core/consent/consent.ts'
import { LATEST_CONSENTS, storedConsents } from '#server/features/consents/public.ts'
import { refusalsOf, refusedSince } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hasNoPhones } from '#server/platform/phones/phone-permission.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** `suspended`: the account may place none. `refused`: the phone wants none, or the person has said no. */
export type WhyNotPlaced = 'suspended' | 'refused'

/**
 * Why what is scheduled for loved ones is not placed as things stand, by call or by text; null where it is. Times away
 * are another matter: they end by themselves. Of a loved one that is not among `lovedOneIds` it is null.
 */
export async function whyNotPlacedTo(
  sealing: Sealing,
  db: Db,
  lovedOneIds: readonly number[],
): Promise<(to: { lovedOneId: number; asksBy: AsksBy }) => WhyNotPlaced | null> {
  const people = await db
    .selectFrom('lovedOnes')
    .innerJoin('accounts', 'accounts.id', 'lovedOnes.accountId')
    .select(['lovedOnes.id', 'lovedOnes.phoneNumber', LATEST_CONSENTS])
    .select(
      sql<boolean>`accounts.suspended_at is not null or ${hasNoPhones(sql`loved_ones.account_id`)}`.as('isSuspended'),
    )
    .where('lovedOnes.id', 'in', [0, ...new Set(lovedOneIds)])
    .execute()
  const refusals = await refusalsOf(
    { sealing },
    db,
    people.map(({ phoneNumber }) => phoneNumber),
  )
  const byId = new Map(people.map((person) => [person.id, person]))
  return ({ lovedOneId, asksBy }) => {
    const person = byId.get(lovedOneId)
    if (!person) return null
    if (person.isSuspended) return 'suspended'
    if (refusedSince(refusals.get(person.phoneNumber), asksBy) !== null) return 'refused'
    // A no is a no in either mode.
    const hasDeclined = asksBy === 'call' && saidNo(storedConsents(person.consents, 'asked').calls.state)
    return hasDeclined ? 'refused' : null
  }
}
