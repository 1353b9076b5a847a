import { type RawBuilder, sql } from 'kysely'

const isUnasked = (phoneNumber: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  loved_ones.second_phone_number is not null and ${phoneNumber} = loved_ones.second_phone_number
  and ${phoneNumber} <> loved_ones.phone_number
  and exists (
    select from consents where consents.loved_one_id = loved_ones.id and consents.subject = 'calls'
      and consents.how not in ('upgrade', 'attested', 'account_holder'))
  and not exists (
    select from calls as earlier join dials as heard on heard.call_id = earlier.id
    where earlier.loved_one_id = loved_ones.id and heard.phone_number = ${phoneNumber}
      and (heard.response is not null or heard.conversation ->> 'isConsented' = 'true')))`

/**
 * For a query of attempts with their loved one: whether it rang the second phone, and nobody has been asked there. Somebody was
 * where they agreed or answered in a call to it. A consent that is on paper, or from before anybody was asked, is the
 * person's, on whatever phone.
 */
export const IS_UNASKED_PHONE = isUnasked(sql`attempts.phone_number`)

/** As `IS_UNASKED_PHONE`, for a query of loved ones, of their second phone. */
export const IS_SECOND_UNASKED = isUnasked(sql`loved_ones.second_phone_number`)
