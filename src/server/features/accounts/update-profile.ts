import type { ProfileBody } from '#contract/profile.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Account } from '#server/platform/authentication.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { storedNumber } from '#server/platform/international-number.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { ACCOUNT_COLUMNS } from './account-columns.ts'
import { emailChangedMail } from './account-mails.ts'
import { voidResetsOf } from './password-reset.ts'
import { refuseTaken, refusingDuplicates } from './register.ts'

/** Changes what is given and leaves the rest. A changed e-mail is told to the old address and voids its reset links. */
export async function updateProfile(
  { db, jobs, clock }: { db: Db; jobs: Jobs; clock: Clock },
  account: Account,
  body: ProfileBody,
): Promise<Account> {
  const { phoneNumber, ...others } = body
  const changes = {
    ...others,
    ...(phoneNumber === undefined ? {} : { phoneNumber: phoneNumber ? storedNumber(phoneNumber) : null }),
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
