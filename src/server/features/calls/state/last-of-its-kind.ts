import { type RawBuilder, sql } from 'kysely'

/** Of `newer` and `calls`: of the same loved one, and promised later. */
const IS_NEWER: RawBuilder<boolean> = sql<boolean>`(
  newer.loved_one_id = calls.loved_one_id and (newer.scheduled_for, newer.id) > (calls.scheduled_for, calls.id))`

/** They answered that all was well: decides when they last answered. */
const isWell = (call: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${call}.status = 'completed' and not ${call}.ended_by_help
  and not exists (select from dials where dials.call_id = ${call}.id and dials.response = 'help')
  and not exists (
    select from incident_causes where incident_causes.call_id = ${call}.id
      and cause in ('help', 'uncertain_help', 'unclear') and withdrawn_at is null))`

/** Somebody was on the phone, or agreed or answered there: each is known of a number by itself. */
const HEARD: readonly ((dial: RawBuilder<unknown>) => RawBuilder<boolean>)[] = [
  (dial) => sql<boolean>`${dial}.answered_at is not null`,
  (dial) => sql<boolean>`(${dial}.response is not null or ${dial}.conversation ->> 'isConsented' = 'true')`,
]

/** The last call in which the number that a loved one has now was heard that way. */
const isLastHeard = (heard: (typeof HEARD)[number]): RawBuilder<boolean> => sql<boolean>`exists (
  select from dials as own join loved_ones on loved_ones.id = calls.loved_one_id
  where own.call_id = calls.id and ${heard(sql`own`)}
    and own.phone_number in (loved_ones.phone_number, loved_ones.second_phone_number)
    and not exists (
      select from calls as newer join dials as later on later.call_id = newer.id
      where ${IS_NEWER} and later.phone_number = own.phone_number and ${heard(sql`later`)}))`

/**
 * For a query of ended `calls`: whether something is known from this call alone, so that it is kept however old it is. The
 * last one in which a loved one answered that all was well (people who check on them read when that was); the last one
 * that was answered on a number of theirs (it is known to be theirs), or in which they agreed or answered there (nobody is
 * asked again); and the last rehearsal.
 */
export const IS_LAST_OF_ITS_KIND: RawBuilder<boolean> = sql<boolean>`(
  ${isWell(sql`calls`)} and not exists (select from calls as newer where ${IS_NEWER} and ${isWell(sql`newer`)})
  or ${sql.join(HEARD.map(isLastHeard), sql` or `)}
  or calls.is_rehearsal and not exists (
    select from calls as newer
    where newer.loved_one_id = calls.loved_one_id and newer.is_rehearsal and newer.id > calls.id))`
