import { sql } from 'kysely'
import type { Logger } from '#server/platform/health/logger.ts'
import { hasNoPhones } from '#server/platform/phones/phone-permission.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { type AskingDeps, askContact } from './ask-contact.ts'

/** A few at a time: an upgrade, or a large account, is asked slowly. */
const BATCH_SIZE = 20
/** On the loved one's clock: a question can wait for the day. */
const FROM_HOUR = 9
const TO_HOUR = 19

/**
 * Asks contacts whose question is due: those who were added before the account's e-mail was verified or before Cooee
 * asked, and everybody again every 90 days. By day only. Run it periodically, by any number of workers: each question
 * is one transaction that claims it by its row. Returns how many were asked.
 */
export async function askDueContacts(deps: AskingDeps & { log: Logger }): Promise<number> {
  const now = deps.clock.now()
  const hour = sql<number>`extract(hour from ${now}::timestamptz at time zone loved_ones.timezone)`
  const due = await deps.db
    .selectFrom('contacts')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'contacts.lovedOneId')
    .select('contacts.id')
    .where('askAt', '<=', now)
    .where(hour, '>=', FROM_HOUR)
    .where(hour, '<', TO_HOUR)
    .where((eb) => eb.not(hasNoPhones(sql`contacts.account_id`)))
    .orderBy('askAt')
    .orderBy('contacts.id')
    .limit(BATCH_SIZE)
    .execute()
  const failures = collectFailures(deps.log)
  let asked = 0
  for (const { id } of due) {
    await failures.attempt(
      async () => {
        if (await askIfDue(deps, id, now)) asked += 1
      },
      'Contact not asked; retrying',
      { contactId: id },
    )
  }
  failures.throwIfAny()
  return asked
}

function askIfDue(deps: AskingDeps, contactId: number, now: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const claimed = await trx
      .selectFrom('contacts')
      .select('id')
      .where('id', '=', contactId)
      .where('askAt', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    return claimed !== undefined && (await askContact(deps, trx, contactId, { isLogged: true })) === 'asked'
  })
}
