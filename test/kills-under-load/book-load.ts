import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { bookCalls } from '../../bench/due-calls.ts'

/** One loved one in so many is hard to reach; the others answer and press 1. */
export const HARD_TO_REACH = 40
/** What the last two digits of a phone number stand for: src/simulators/twilio/phone/behaviour.ts. */
const HARD = { ringsOut: 1, busy: 2, machine: 3, pressesTwo: 4, hangsUp: 6, answersSecondTime: 7, silent: 8 }

/**
 * Books `count` daily calls of as many people, `aMinute` of them due at `due`, as many a minute later, and so on, as
 * families choose times. One person in 40 is hard to reach, in turn in each of seven ways, and has a contact who answers and presses 1.
 */
export async function bookLoad(
  db: Db,
  jobs: Jobs,
  { count, due, aMinute }: { count: number; due: Date; aMinute: number },
): Promise<void> {
  await bookCalls(db, jobs, { count, due, apartMs: 60_000, together: aMinute })
  const endings = Object.values(HARD)
  await sql`
    update loved_ones
    set phone_number = '+61' || (400000000 + id * 100
      + (${endings}::int[])[1 + (id / ${sql.lit(HARD_TO_REACH)}) % ${sql.lit(endings.length)}])
    where id % ${sql.lit(HARD_TO_REACH)} = 0`.execute(db)
  await sql`
    insert into contacts (account_id, loved_one_id, name, phone_number, contact_type, is_emergency_contact, position)
    select account_id, id, 'Contact ' || id, '+61' || (450000050 + id * 100), 'family', true, 1
    from loved_ones where id % ${sql.lit(HARD_TO_REACH)} = 0`.execute(db)
}
