import type { ProfileBody } from '#contract/accounts.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Account } from '#server/platform/authentication.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { ordinaryNumber } from '#server/platform/ordinary-number.ts'
import { ACCOUNT_COLUMNS } from './account-columns.ts'
import { emailChangedMail } from './account-mails.ts'
import { voidResetsOf } from './password-reset.ts'
import { refuseTaken, refusingDuplicates } from './register.ts'

interface ProfileDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  /** Where the account holder's phone may be, by ISO 3166 letters. */
  phoneCountries: readonly string[]
}

/** Changes what is given and leaves the rest. A changed e-mail is told to the old address and voids its reset links. */
export async function updateProfile(
  { db, jobs, clock, phoneCountries: countries }: ProfileDeps,
  account: Account,
  body: ProfileBody,
): Promise<Account> {
  const { phoneNumber, ...others } = body
  const changes = {
    ...others,
    ...(phoneNumber === undefined
      ? {}
      : { phoneNumber: phoneNumber ? ordinaryNumber(phoneNumber, { countries }) : null }),
  }
  if (Object.values(changes).every((value) => value === undefined)) return account
  return refusingDuplicates(() =>
    db.transaction().execute(async (trx) => {
      await refuseTaken(trx, { email: body.email }, account.id)
      const before = await trx
        .selectFrom('accounts')
        .select(ACCOUNT_COLUMNS)
        .where('id', '=', account.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const updated = await trx
        .updateTable('accounts')
        .set(changes)
        .where('id', '=', account.id)
        .returning(ACCOUNT_COLUMNS)
        .executeTakeFirstOrThrow()
      if (updated.email.toLowerCase() !== before.email.toLowerCase()) {
        await voidResetsOf(trx, account.id, clock.now())
        await enqueueMessage(jobs, trx, { ...emailChangedMail(before, updated.email), createdAt: clock.now() })
      }
      return updated
    }),
  )
}
