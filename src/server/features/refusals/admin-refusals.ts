import type { RefusedNumber } from '#contract/admin/admin-accounts.ts'
import { ADMIN_REFUSED_NUMBER } from '#core/refusals/refusal-texts.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { insertRefusal, lockRefusals, type RefusalDeps, refusalOf, refusalsOf } from './phone-refusals.ts'

interface AdminRefusal {
  /** In E.164. */
  phoneNumber: string
  /** The reason, for admins alone. */
  reason: string
  username: string
}

/** Writes down that an admin refuses a number. Returns its id and whether that is news: one that is refused already keeps its reason. */
export async function addAdminRefusal(
  deps: RefusalDeps,
  trx: Trx,
  { phoneNumber, reason, username }: AdminRefusal,
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  await lockRefusals(deps, trx, phoneNumber)
  const known = await refusalOf(deps, trx, phoneNumber)
  if (known?.byAdmin) return { id: known.id, isNew: false }
  const refused = { adminRefusedAt: now, adminReason: reason, adminUsername: username }
  if (!known) return { id: await insertRefusal(deps, trx, phoneNumber, refused), isNew: true }
  await trx.updateTable('phoneRefusals').set(refused).where('id', '=', known.id).execute()
  return { id: known.id, isNew: true }
}

/** Takes it back; what the phone itself refuses stays. Returns the number; null when it cannot be read. */
export async function removeAdminRefusal(deps: Openers, trx: Trx, id: number): Promise<string | null> {
  const row = await trx
    .selectFrom('phoneRefusals')
    .selectAll()
    .where('id', '=', id)
    .where('adminRefusedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Refused number')
  const isRefusedByPhone = row.callsRefusedAt !== null || row.textsRefusedAt !== null
  if (isRefusedByPhone) {
    await trx
      .updateTable('phoneRefusals')
      .set({ adminRefusedAt: null, adminReason: null, adminUsername: null })
      .where('id', '=', id)
      .execute()
  } else await trx.deleteFrom('phoneRefusals').where('id', '=', id).execute()
  return openNumber(deps, row)
}

interface Openers {
  sealing: Pick<Sealing, 'openText'>
}

function openNumber(
  { sealing }: Openers,
  { id, phoneNumber, sealedWith }: { id: number; phoneNumber: string; sealedWith: string | null },
): string | null {
  const opened = sealing.openText('phone_refusals.phone_number', { id }, { value: phoneNumber, sealedWith })
  return opened.kind === 'opened' ? opened.content : null
}

/** The numbers that admins refuse, the latest first. */
export async function listAdminRefusals(
  deps: Openers,
  db: Db,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<RefusedNumber[]> {
  const rows = await db
    .selectFrom('phoneRefusals')
    .selectAll()
    .where('adminRefusedAt', 'is not', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    phoneNumber: openNumber(deps, row),
    reason: row.adminReason ?? '',
    addedBy: row.adminUsername ?? '',
    addedAt: (row.adminRefusedAt ?? new Date(0)).toISOString(),
  }))
}

const OWN_NUMBER = "This is Cooee's own number. Please enter the phone number of a person."

/** Refuses to store a number that an admin refuses, or one of Cooee's own (it would ring itself), at its field. Numbers in E.164. */
export async function refuseAdminRefused(
  deps: Pick<RefusalDeps, 'sealing'> & { ownNumbers: OwnNumbers },
  db: Db,
  numbers: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const typed = Object.entries(numbers).flatMap(([field, number]) => (number ? [{ field, number }] : []))
  const own = typed.find(({ number }) => deps.ownNumbers.includes(number))
  if (own) throw new AppError('invalid', OWN_NUMBER, { field: own.field })
  const refusals = await refusalsOf(
    deps,
    db,
    typed.map(({ number }) => number),
  )
  const refused = typed.find(({ number }) => refusals.get(number)?.byAdmin)
  if (refused) throw new AppError('invalid', ADMIN_REFUSED_NUMBER, { field: refused.field })
}
