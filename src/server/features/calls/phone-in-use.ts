import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database.ts'

/**
 * Nothing that rings and talks takes so long: what is open for longer has been lost sight of, and must not keep a phone
 * from ringing.
 */
const OPEN_AT_MOST_MS = 15 * 60_000
/** The provider does not report the end of a call to Cooee's number: somebody who rings is taken to be on it so long. */
const INBOUND_MS = 90_000
/** Anybody can claim a number: who rings again and again keeps no care call from that phone. */
const INBOUND_AGAIN_S = 600

/**
 * Of a call with its loved one: the number that its next dial rings. The first try rings the loved one's own number, the
 * further ones the second one where there is one; a try that does not count is made again on the same number.
 */
export const NUMBER_TO_DIAL = sql<string>`(case when calls.attempts_made <= calls.uncounted_tries
  then loved_ones.phone_number else coalesce(loved_ones.second_phone_number, loved_ones.phone_number) end)`

/**
 * Whether no call of ours rings at `number` or is talked on there, whatever account or purpose it has. Only under the
 * lock of `lockPlaces` does that hold until the end of the transaction: everything that rings is claimed under it.
 */
export function isPhoneFree(number: RawBuilder<string>, now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - OPEN_AT_MOST_MS)
  return sql<boolean>`(
    ${isFreeOfCare(number, since)}
    and not exists (select from test_calls as other where other.phone_number = ${number}
      and other.ended_at is null and other.created_at > ${since})
    and not exists (select from inbound_calls as other where other.phone_number = ${number}
      and other.received_at > ${new Date(now.getTime() - INBOUND_MS)}
      and not exists (select from inbound_calls as earlier where earlier.phone_number = other.phone_number
        and earlier.received_at < other.received_at
        and earlier.received_at > other.received_at - ${INBOUND_AGAIN_S} * interval '1 second')))`
}

function isFreeOfCare(number: RawBuilder<string>, since: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from attempts as other where other.phone_number = ${number}
      and other.state in ('dialling', 'unknown', 'placed') and other.started_at > ${since})
    and not exists (select from alert_calls as other where other.phone_number = ${number}
      and other.state in ('dialling', 'unknown', 'placed') and other.started_at > ${since}))`
}

/** Whether a care call or an alert rings at a phone or is talked on there. As with `isPhoneFree`, under the lock of `lockPlaces`. */
export async function isOnCareCall(trx: Trx, phoneNumber: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - OPEN_AT_MOST_MS)
  const { rows } = await sql<{ isFree: boolean }>`
    select ${isFreeOfCare(sql`${phoneNumber}::text`, since)} as is_free`.execute(trx)
  return rows[0]?.isFree === false
}

/** When a phone was in use. */
interface UseOfPhone {
  phoneNumber: string
  from: Date
  to: Date
}

/**
 * Whether another call of ours was open on a phone at any time from `from` to `to`: an attempt (other than `exceptAttemptId`),
 * an alert, a test call, or somebody who rang Cooee from it.
 */
export async function wasPhoneInUse(
  db: Db,
  { phoneNumber, from, to, exceptAttemptId = 0 }: UseOfPhone & { exceptAttemptId?: number },
): Promise<boolean> {
  const since = new Date(from.getTime() - OPEN_AT_MOST_MS)
  const inbound = new Date(from.getTime() - INBOUND_MS)
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select from attempts where phone_number = ${phoneNumber} and id <> ${exceptAttemptId}
        and state <> 'not_placed' and started_at between ${since} and ${to} and coalesce(ended_at, ${to}) >= ${from})
      or exists (select from alert_calls where phone_number = ${phoneNumber} and state <> 'owed'
        and outcome is distinct from 'not_needed'
        and started_at between ${since} and ${to} and coalesce(ended_at, ${to}) >= ${from})
      or exists (select from test_calls where phone_number = ${phoneNumber}
        and created_at between ${since} and ${to} and coalesce(ended_at, ${to}) >= ${from})
      or exists (select from inbound_calls where phone_number = ${phoneNumber}
        and received_at between ${inbound} and ${to}) as is_in_use`.execute(db)
  return rows[0]?.isInUse ?? false
}
