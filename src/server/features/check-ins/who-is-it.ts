import type { Trx } from '#server/platform/database.ts'

/** A loved one whose number it is. */
export interface KnownLovedOne {
  id: number
  accountId: number
  name: string
  timezone: string
}

/** One name at a number, and the key that stands for it. Two accounts may look after the same person. */
export interface NamedPerson {
  name: string
  key: number
  lovedOnes: KnownLovedOne[]
}

/** Keys 1 to 8; 9 asks for help. */
const MOST_NAMES = 8

/**
 * The people whose own number it is, by their names, in every account. Locked until the transaction ends: two check-ins
 * of one person wait for each other, and nobody is removed meanwhile.
 */
export async function lockPeopleAt(trx: Trx, phoneNumber: string): Promise<NamedPerson[]> {
  const lovedOnes = await trx
    .selectFrom('lovedOnes')
    .select(['id', 'accountId', 'name', 'timezone'])
    .where((eb) => eb.or([eb('phoneNumber', '=', phoneNumber), eb('secondPhoneNumber', '=', phoneNumber)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const byName = new Map<string, KnownLovedOne[]>()
  for (const lovedOne of lovedOnes) {
    const name = lovedOne.name.trim().toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), lovedOne])
  }
  return [...byName.values()]
    .slice(0, MOST_NAMES)
    .map((group, index) => ({ name: group[0]?.name ?? '', key: index + 1, lovedOnes: group }))
}

/** Everybody at a number. */
export const lovedOnesOf = (people: readonly NamedPerson[]): KnownLovedOne[] =>
  people.flatMap(({ lovedOnes }) => lovedOnes)

/** Somebody who has been alerted, with the incident they were alerted of last. */
export type Alerted = NonNullable<Awaited<ReturnType<typeof findAlerted>>>

/** How long after it ended an incident can still be taken on, or be told to be over. */
const STILL_OF_INTEREST_MS = 24 * 3_600_000

/**
 * Whom of those who were alerted a number belongs to, in the incident that they were alerted of last; `orOver`: where
 * none is open, the last one that has ended well. Incidents of `exceptLovedOnes` are left out.
 */
export async function findAlerted(
  trx: Trx,
  phoneNumber: string,
  { now, orOver = false, exceptLovedOnes = [] }: { now: Date; orOver?: boolean; exceptLovedOnes?: readonly number[] },
) {
  const since = new Date(now.getTime() - STILL_OF_INTEREST_MS)
  return trx
    .selectFrom('incidentPeople')
    .innerJoin('incidents', 'incidents.id', 'incidentPeople.incidentId')
    .innerJoin('alerts', 'alerts.personId', 'incidentPeople.id')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'incidents.accountId')
    .leftJoin('incidentPeople as owner', 'owner.id', 'incidents.ownerId')
    .select(['incidents.id as incidentId', 'incidents.accountId', 'incidents.lovedOneId', 'incidents.status'])
    .select(['incidents.headline', 'incidents.ownerId', 'incidents.endedHow', 'owner.name as ownerName'])
    .select(['incidentPeople.id as personId', 'incidentPeople.name as personName', 'incidentPeople.role'])
    .select(['lovedOnes.name', 'lovedOnes.phoneNumber as phone', 'accounts.firstName', 'accounts.lastName'])
    .where('incidentPeople.phoneNumber', '=', phoneNumber)
    .where('alerts.purpose', 'in', ['alert', 'unresolved'])
    .where((eb) => eb.or([eb('incidents.nextStepAt', 'is not', null), eb('incidents.endedAt', '>=', since)]))
    .$if(!orOver, (query) => query.where('incidents.status', '<>', 'resolved'))
    .$if(exceptLovedOnes.length > 0, (query) => query.where('incidents.lovedOneId', 'not in', [...exceptLovedOnes]))
    .orderBy((eb) => eb('incidents.status', '=', 'resolved'))
    .orderBy('alerts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
