import type { Db } from '#server/platform/database/database.ts'

/** Whether an address or number is that of another member of a circle, and not of the person who asks. */
export type IsOfOthers = (address: string | null) => boolean

/**
 * The addresses and numbers of everybody who belongs to a circle or has belonged to it while it had an incident, but the
 * person who asks: they are theirs alone, and so is what was written to them about their own login.
 */
export async function addressesOfOthers(
  db: Db,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<IsOfOthers> {
  const [people, notified] = await Promise.all([
    db
      .selectFrom('members')
      .innerJoin('people', 'people.id', 'members.personId')
      .select(['people.id', 'email', 'verifiedEmail', 'phoneNumber'])
      .where('members.accountId', '=', accountId)
      .execute(),
    db
      .selectFrom('incidentPeople')
      .innerJoin('incidents', 'incidents.id', 'incidentPeople.incidentId')
      .select(['incidentPeople.personId as id', 'email', 'phoneNumber'])
      .distinct()
      .where('incidents.accountId', '=', accountId)
      .where('incidentPeople.role', '=', 'member')
      .execute(),
  ])
  const known = [...people, ...notified.map((one) => ({ ...one, verifiedEmail: null }))]
  const of = (isAsking: boolean) =>
    known
      .filter(({ id }) => (id === personId) === isAsking)
      .flatMap(({ email, verifiedEmail, phoneNumber }) => [email, verifiedEmail, phoneNumber])
      .flatMap((address) => address?.toLowerCase() ?? [])
  const others = new Set(of(false))
  for (const own of of(true)) others.delete(own)
  return (address) => address !== null && others.has(address.toLowerCase())
}
