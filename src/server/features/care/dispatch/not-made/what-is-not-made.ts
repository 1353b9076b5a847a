import { sql } from 'kysely'
import { IS_AWAY, MAY_BE_DIALLED } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { hasNoPhones } from '#server/platform/phones/phone-permission.ts'
import { IS_SUSPENDED } from './end-blocked-calls.ts'

/** Whether any due call is skipped (`skipAwayCalls`), ended (`endBlockedCalls`) or given up (`giveUpOverdueCalls`): mostly none is. */
export async function whatIsNotMade(db: Db, now: Date) {
  const [found] = await readWhatIsNotMade(db, { now })
  return found ?? { isAnyAway: true, isAnyBlocked: true, isAnyOverdue: true }
}

const readWhatIsNotMade = preparedStatement((db, { now }: { now: Param<Date> }) =>
  db.selectNoFrom(({ exists, or, selectFrom }) => {
    const due = selectFrom('calls').select('calls.id').where('calls.dialAt', '<=', now)
    const dueFirstTime = due.where('calls.status', '=', 'scheduled')
    const isSuspended = dueFirstTime.innerJoin('accounts', 'accounts.id', 'calls.accountId').where(IS_SUSPENDED)
    const mayUseNoPhones = dueFirstTime.where(hasNoPhones(sql`calls.account_id`))
    return [
      exists(due.where(IS_AWAY)).$castTo<boolean>().as('isAnyAway'),
      or([exists(isSuspended), exists(mayUseNoPhones)])
        .$castTo<boolean>()
        .as('isAnyBlocked'),
      exists(due.where('calls.dialBy', '<', now).where(MAY_BE_DIALLED))
        .$castTo<boolean>()
        .as('isAnyOverdue'),
    ]
  }),
)
