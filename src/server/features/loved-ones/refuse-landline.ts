import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** A loved one whom calls to come ask by text keeps a number that takes texts. Throws `invalid` for a landline. */
export async function refuseLandlineWhereTexted(
  trx: Trx,
  { id, name, phoneNumber }: { id: number; name: string; phoneNumber: string | undefined },
): Promise<void> {
  if (phoneNumber === undefined || !isLandline(phoneNumber)) return
  const asked = await trx
    .selectFrom('calls')
    .select('id')
    .where('lovedOneId', '=', id)
    .where('asksBy', '=', 'text')
    .where('status', 'in', ['scheduled', 'in_progress'])
    .limit(1)
    .executeTakeFirst()
  if (!asked) return
  const message = `We ask ${shortName(name)} by text, and a landline takes none. Please enter a mobile number, or change those check-ins to calls first.`
  throw new AppError('invalid', message, { field: 'phoneNumber' })
}
