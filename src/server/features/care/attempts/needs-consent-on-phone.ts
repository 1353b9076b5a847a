import { type RawBuilder, sql } from 'kysely'

const needsConsentOn = (phoneNumber: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
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
 * For a query of attempts with their loved one: whether the attempt rang the second phone and nobody has been asked for
 * consent on it yet. Asked means: agreed, or answered, in a call to it. A consent that was given on paper, or dates from
 * before anybody was asked, covers the person on every phone.
 */
export const NEEDS_CONSENT_ON_PHONE = needsConsentOn(sql`attempts.phone_number`)

/** As `NEEDS_CONSENT_ON_PHONE`, for a query of loved ones, of their second phone. */
export const NEEDS_CONSENT_ON_SECOND_PHONE = needsConsentOn(sql`loved_ones.second_phone_number`)
