import type { ProfileBody } from '#contract/accounts/profile.ts'
import { type RefusalDeps, refuseAdminRefused } from '#server/features/refusals/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { voidResetsOf } from '../passwords/password-reset.ts'
import { isEmailVerified, requestVerification, voidVerificationsOf } from '../verification/email-verification.ts'
import { voidPhoneCodeOf } from '../verification/phone-verification.ts'
import { PERSON_COLUMNS } from './person-columns.ts'
import { noteProfileChange } from './profile-changes.ts'
import { type RegistrationDeps, refuseTaken, refusingDuplicates } from './register.ts'

export interface ProfileDeps extends RegistrationDeps, Pick<RefusalDeps, 'sealing'> {
  /** Countries of the account holder's phone, as ISO 3166 letters. */
  phoneCountries: readonly string[]
  ownNumbers: OwnNumbers
}

/**
 * Changes what is given and leaves the rest. A new e-mail address, and a number in place of the present one, need the
 * password (`currentPassword`): a session alone may be somebody else's hands on an open screen. The old address and
 * number are notified and can undo the change; reset links are void. A new number is not verified. A new address is
 * mailed the link that verifies it, and calls go on meanwhile.
 */
export async function updateProfile(
  { db, jobs, clock, sealing, phoneCountries: countries, ownNumbers, publicUrl, verifiesEmail }: ProfileDeps,
  person: Person,
  body: ProfileBody,
  device: string | undefined,
): Promise<Person> {
  const { phoneNumber, currentPassword, ...others } = body
  const changes = {
    ...others,
    ...(phoneNumber === undefined
      ? {}
      : { phoneNumber: phoneNumber ? ordinaryNumber(phoneNumber, { countries }) : null }),
  }
  await refuseAdminRefused({ sealing, ownNumbers }, db, { phoneNumber: changes.phoneNumber })
  if (Object.values(changes).every((value) => value === undefined)) return person
  if (isReachedElsewhere(person, changes)) {
    const field = 'currentPassword'
    if (!currentPassword)
      throw new AppError('invalid', 'Please enter your password to change how we reach you', { field })
    await confirmPassword({ db, clock }, person, { password: currentPassword, device, field })
  }
  return refusingDuplicates(() =>
    db.transaction().execute(async (trx) => {
      await refuseTaken(trx, { email: body.email }, { now: clock.now(), exceptId: person.id })
      const before = await trx
        .selectFrom('people')
        .select(PERSON_COLUMNS)
        .where('id', '=', person.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const updated = await trx
        .updateTable('people')
        .set(changes)
        .$if(isPhoneNew(before, changes), (query) => query.set({ verifiedPhone: null }))
        .$if(!verifiesEmail && changes.email !== undefined, (query) =>
          query.set({ verifiedEmail: changes.email ?? null }),
        )
        .where('id', '=', person.id)
        .returning(PERSON_COLUMNS)
        .executeTakeFirstOrThrow()
      if (updated.email.toLowerCase() !== before.email.toLowerCase()) {
        await voidResetsOf(trx, person.id, clock.now())
        await voidVerificationsOf(trx, person.id, clock.now())
        if (!isEmailVerified(updated)) await requestVerification({ jobs, clock, publicUrl }, trx, updated)
      }
      if (isPhoneNew(before, changes)) await voidPhoneCodeOf(trx, person.id)
      await noteProfileChange({ jobs, clock, publicUrl }, trx, { before, after: updated })
      return updated
    }),
  )
}

/** The first number is no change: there is no old number whose owner would miss the news. */
function isReachedElsewhere(
  person: Person,
  { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | null | undefined },
): boolean {
  const isEmailNew = email !== undefined && email.toLowerCase() !== person.email.toLowerCase()
  return isEmailNew || (person.phoneNumber !== null && isPhoneNew(person, { phoneNumber }))
}

function isPhoneNew(
  before: Pick<Person, 'phoneNumber'>,
  { phoneNumber }: { phoneNumber?: string | null | undefined },
): boolean {
  return phoneNumber !== undefined && phoneNumber !== before.phoneNumber
}
