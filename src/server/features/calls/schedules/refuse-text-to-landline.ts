import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** A question by text needs a number that takes texts. Throws `invalid` for a landline. */
export function refuseTextToLandline(
  asksBy: AsksBy,
  { name, phoneNumber }: { name: string; phoneNumber: string },
): void {
  if (asksBy !== 'text' || !isLandline(phoneNumber)) return
  const message = `${shortName(name)}'s number is a landline, which takes no texts. Please give us a mobile number first, or choose a call.`
  throw new AppError('invalid', message, { field: 'asksBy' })
}
