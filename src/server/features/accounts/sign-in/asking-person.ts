import { hasRight } from '#contract/accounts/rights.ts'
import { memberName } from '#core/names/member-name.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import type { Member, Person } from '#server/platform/http/requests/authentication.ts'
import { HOME_ACCOUNT } from '../profile/person-columns.ts'

/** The person who asks, beside the circle that they ask about. */
export const ASKING_PERSON = [
  'people.id as personId',
  'people.username as personUsername',
  'people.email as personEmail',
  'people.verifiedEmail as personVerifiedEmail',
  'people.firstName as personFirstName',
  'people.lastName as personLastName',
  'people.phoneNumber as personPhoneNumber',
  'people.verifiedPhone as personVerifiedPhone',
  'people.timezone as personTimezone',
  'people.role as personRole',
  'people.createdAt as personCreatedAt',
  HOME_ACCOUNT.as('personAccountId'),
] as const

/** The columns of `ASKING_PERSON`. */
type AskingPerson = { [Name in keyof Person as `person${Capitalize<Name>}`]: Person[Name] }

/** Tells the columns of the person who asks from those of the circle, and of its owner, that they ask about. */
export function split<Row extends AskingPerson & { id: number }>({
  personId: id,
  personUsername: username,
  personEmail: email,
  personVerifiedEmail: verifiedEmail,
  personFirstName: firstName,
  personLastName: lastName,
  personPhoneNumber: phoneNumber,
  personVerifiedPhone: verifiedPhone,
  personTimezone: timezone,
  personRole: role,
  personCreatedAt: createdAt,
  personAccountId: accountId,
  ...account
}: Row) {
  const person: Person = {
    ...{
      id,
      username,
      email,
      verifiedEmail,
      firstName,
      lastName,
      phoneNumber,
      verifiedPhone,
      timezone,
      role,
      createdAt,
    },
    accountId,
  }
  return { account, person }
}

/** The circle as this member reads it and acts in it. */
export function entered<A extends { id: number }>({ account, person }: { account: A; person: Person }, member: Member) {
  const { id: personId, firstName, lastName, timezone } = person
  const by: Actor = { personId, name: memberName(person), firstName, lastName, timezone }
  return { account: { ...account, by, mayHear: hasRight(member, 'hear') }, person, member }
}
