import { sql } from 'kysely'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { DeliveryDeps } from './deliver-message.ts'
import { FALLBACK_AFTER_MS, writeFallbackText } from './fallback-text.ts'
import { markNotNeeded } from './mark-not-needed.ts'
import { isToFormerMember } from './still-needed.ts'

const BATCH_SIZE = 10

/**
 * Writes the fallback texts of mails that no server has taken for two minutes, whatever becomes of their tries: in a
 * backlog the first try of a mail may be many minutes away. A few at a time: mails about a request for help first, then
 * urgent ones, then the oldest. Of several workers one writes each text. A mail that is not needed any more is dropped
 * instead. Returns how many mails were processed. Throws if one could not be, after all others were.
 */
export async function writeDueFallbackTexts(deps: DeliveryDeps, isStopped = () => false): Promise<number> {
  const failures = collectFailures(deps.log)
  const seen = new Set<number>()
  while (!isStopped()) {
    const found = await findMailsToReplace(deps, [...seen])
    if (found.length === 0) break
    for (const mail of found) {
      seen.add(mail.id)
      await failures.attempt(() => replaceOrDrop(deps, mail), 'Fallback text not written; retrying', {
        messageId: mail.id,
      })
    }
  }
  failures.throwIfAny()
  return seen.size
}

type MailToReplace = Awaited<ReturnType<typeof findMailsToReplace>>[number]

/** Mails of `seen` were processed: one that is not needed may still be under way. */
function findMailsToReplace({ db, clock }: DeliveryDeps, seen: readonly number[]) {
  return db
    .selectFrom('messages as mail')
    .select(['id', 'accountId', 'personId', 'forMember'])
    .where('channel', '=', 'email')
    .where(sql<boolean>`id <> all(${seen}::bigint[])`)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('fallbackText', 'is not', null)
    .where('createdAt', '<=', new Date(clock.now().getTime() - FALLBACK_AFTER_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as text')
            .select('text.id')
            .where('text.dedupeKey', '=', sql<string>`'instead:' || mail.id`),
        ),
      ),
    )
    .orderBy('isHelp', 'desc')
    .orderBy('isUrgent', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
}

async function replaceOrDrop(deps: DeliveryDeps, mail: MailToReplace): Promise<void> {
  const { db, clock } = deps
  const isNeeded = !(await isToFormerMember(db, mail)) && (await deps.isStillNeeded(mail.id))
  await db.transaction().execute(async (trx) => {
    if (!isNeeded) return markNotNeeded(trx, [mail.id], clock.now())
    const unsent = await trx
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', mail.id)
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .forUpdate()
      // Another worker writes this text, or notes what became of the mail: the next poll finds out.
      .skipLocked()
      .executeTakeFirst()
    if (!unsent) return
    await writeFallbackText(deps, trx, unsent)
    if (mail.accountId !== null) await announceChange(trx, mail.accountId, 'calls')
  })
}
