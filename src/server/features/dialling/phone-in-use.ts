import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** No call takes this long: one that stays open for longer must not keep a phone from ringing. */
const MAX_OPEN_MS = 15 * 60_000
/** The provider does not report the end of a call to Cooee's number: a caller is taken to be on it for this time. */
const INBOUND_MS = 90_000
/** Anybody can claim a number: a caller who rings repeatedly cannot keep care calls from that phone. */
const INBOUND_AGAIN_S = 600

/**
 * Whether no call of ours rings at `number`, may ring there although it is to be cancelled, or is talked on there, for
 * whatever account or purpose. The result holds until the end of the transaction only under the lock of `lockPermits`:
 * everything that rings is claimed under it.
 */
export function isPhoneFree(number: RawBuilder<string>, now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - MAX_OPEN_MS)
  return sql<boolean>`(
    not exists (select from dials as other where other.phone_number = ${number} and ${isOpen(since)})
    and not exists (select from calls_to_cancel as other where other.phone_hash = md5(${number}) and other.since > ${since})
    and not exists (select from inbound_calls as other where other.phone_number = ${number}
      and other.received_at > ${new Date(now.getTime() - INBOUND_MS)}
      and not exists (select from inbound_calls as earlier where earlier.phone_number = other.phone_number
        and earlier.received_at < other.received_at
        and earlier.received_at > other.received_at - ${INBOUND_AGAIN_S} * interval '1 second')))`
}

function isOpen(since: Date): RawBuilder<boolean> {
  // A question by text rings nowhere, and its reply may take long.
  return sql<boolean>`other.state in ('dialling', 'unknown', 'placed') and other.message_id is null and other.started_at > ${since}`
}

/** Whether a care call or an alert rings at a phone or is talked on there. As with `isPhoneFree`, under the lock of `lockPermits`. */
export async function isOnCareCall(trx: Trx, phoneNumber: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - MAX_OPEN_MS)
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select from dials as other where other.phone_number = ${phoneNumber} and ${isOpen(since)}
      and other.purpose in ('care', 'alert')) as is_in_use`.execute(trx)
  return rows[0]?.isInUse === true
}

/** When a phone was in use. */
interface UseOfPhone {
  phoneNumber: string
  from: Date
  to: Date
}

/**
 * Whether another call of ours (other than `exceptDialId`), or a caller to Cooee, was on a phone at any time from
 * `from` to `to`.
 */
export async function wasPhoneInUse(
  db: Db,
  { phoneNumber, from, to, exceptDialId = 0 }: UseOfPhone & { exceptDialId?: number },
): Promise<boolean> {
  const since = new Date(from.getTime() - MAX_OPEN_MS)
  const inbound = new Date(from.getTime() - INBOUND_MS)
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select from dials where phone_number = ${phoneNumber} and id <> ${exceptDialId}
        and message_id is null and state not in ('queued', 'not_placed') and outcome is distinct from 'not_needed'
        and started_at between ${since} and ${to} and coalesce(ended_at, ${to}) >= ${from})
      or exists (select from inbound_calls where phone_number = ${phoneNumber}
        and received_at between ${inbound} and ${to}) as is_in_use`.execute(db)
  return rows[0]?.isInUse ?? false
}
