import { type RawBuilder, sql } from 'kysely'

/**
 * For a query of loved ones: whether nobody has been asked on this phone of theirs, which is the second one. Somebody was where
 * they agreed or answered in a call to it. Where consent is on paper, or from before anybody was asked, it is the person's, on
 * whatever phone.
 */
export function isUnaskedPhone(phoneNumber: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    loved_ones.second_phone_number is not null and ${phoneNumber} = loved_ones.second_phone_number
    and ${phoneNumber} <> loved_ones.phone_number
    and exists (
      select from consents where consents.loved_one_id = loved_ones.id and consents.subject = 'calls'
        and consents.how not in ('upgrade', 'attested', 'account_holder'))
    and not exists (
      select from calls as earlier join dials as heard on heard.call_id = earlier.id
      where earlier.loved_one_id = loved_ones.id and heard.phone_number = ${phoneNumber}
        and (heard.response is not null or heard.conversation ->> 'isConsented' = 'true')))`
}
