import { sql } from 'kysely'
import type { PersonMeant } from '#core/escalation/who-is-meant.ts'
import { ENGLISH_WORDING } from '#core/languages/english/english.ts'
import type { Wording } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { sentName } from '#core/names/sent-name.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { CORRECTIONS_IN_USE } from '#server/features/languages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** A loved one whose number it is. */
export interface KnownLovedOne {
  id: number
  accountId: number
  name: string
  timezone: string
  /** How they are spoken and written to. */
  wording: Wording
  /** Whether they have ever answered a call: anybody can open an account with their number. */
  wasReached: boolean
}

/** One name at a number in one account, and the key that stands for it. Nobody above 8 has one: 9 asks for help. */
export interface NamedPerson {
  name: string
  key: number
  lovedOnes: KnownLovedOne[]
}

/** The people at a number who belong to one account. */
export interface Household {
  /** Who asked for their calls: "Robyn Hartley"; empty when no name was given. */
  askedBy: string
  people: NamedPerson[]
}

const MAX_KEYS = 8

/**
 * The people whose own number it is, account by account: anybody can open an account with that number, and nothing in
 * it may block what the number says to another account. Locked until the transaction ends: two check-ins of one person
 * run one after the other, and nobody is removed meanwhile.
 */
export async function lockHouseholdsAt(trx: Trx, phoneNumber: string): Promise<Household[]> {
  const lovedOnes = await trx
    .selectFrom('lovedOnes')
    .innerJoin('owners', 'owners.accountId', 'lovedOnes.accountId')
    .select(['lovedOnes.id', 'lovedOnes.accountId', 'lovedOnes.name', 'lovedOnes.timezone'])
    .select(['owners.firstName', 'owners.lastName', 'lovedOnes.language', CORRECTIONS_IN_USE])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('calls')
          .select('calls.id')
          .whereRef('calls.lovedOneId', '=', 'lovedOnes.id')
          .where('calls.status', '=', 'completed'),
      )
        .$castTo<boolean>()
        .as('wasReached'),
    )
    .where((eb) =>
      eb.or([eb('lovedOnes.phoneNumber', '=', phoneNumber), eb('lovedOnes.secondPhoneNumber', '=', phoneNumber)]),
    )
    .orderBy('lovedOnes.id')
    .forNoKeyUpdate(['lovedOnes'])
    .execute()
  return [...Map.groupBy(lovedOnes, ({ accountId }) => accountId).values()].map((ofAccount) => ({
    askedBy: sentName(`${ofAccount[0]?.firstName ?? ''} ${ofAccount[0]?.lastName ?? ''}`),
    people: [...Map.groupBy(ofAccount, ({ name }) => name.trim().toLowerCase()).values()].map((group, index) => ({
      name: sentNameOr(group[0]?.name ?? ''),
      key: index + 1,
      lovedOnes: group.map(({ id, accountId, name, timezone, wasReached, language, corrections }) => ({
        ...{ id, accountId, name, timezone, wasReached },
        wording: wordingOf(language, corrections),
      })),
    })),
  }))
}

/**
 * Whether more than one account has typed the number, for any purpose: then none of them reads what is written from it.
 */
export async function belongsToSeveral(trx: Trx, phoneNumber: string): Promise<boolean> {
  return (await countHolders(trx, phoneNumber)) > 1
}

/** Whether any account has typed the number: for a loved one or contact, or as its holder's own. */
export async function belongsToAnybody(trx: Trx, phoneNumber: string): Promise<boolean> {
  if ((await countHolders(trx, phoneNumber)) > 0) return true
  const holder = await trx.selectFrom('people').select('id').where('phoneNumber', '=', phoneNumber).executeTakeFirst()
  return holder !== undefined
}

/** How many accounts have typed the number for a person other than their holder. */
async function countHolders(trx: Trx, phoneNumber: string): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`
    select count(distinct account_id)::int as accounts from (
      select account_id from loved_ones
        where phone_number = ${phoneNumber} or second_phone_number = ${phoneNumber} or emergency_contact_phone = ${phoneNumber}
      union all select account_id from contacts where phone_number = ${phoneNumber}
      union all select incidents.account_id from incident_people join incidents on incidents.id = incident_people.incident_id
        where incident_people.phone_number = ${phoneNumber} and incident_people.role = 'contact'
    ) as held`.execute(trx)
  return rows[0]?.accounts ?? 0
}

export const isShared = ({ people }: Household): boolean => people.length > 1

/** Those for whom a key can stand. */
export const withKey = (people: readonly NamedPerson[]): NamedPerson[] => people.filter(({ key }) => key <= MAX_KEYS)

/**
 * The one name that people have, in every account; null for several: no account's names are said to another's people.
 */
export function commonName(people: readonly NamedPerson[]): string | null {
  const [first, ...others] = people.map(({ name }) => name.trim())
  return first && others.every((name) => name.toLowerCase() === first.toLowerCase()) ? first : null
}

/** All of them. */
export const lovedOnesOf = (people: readonly NamedPerson[]): KnownLovedOne[] =>
  people.flatMap(({ lovedOnes }) => lovedOnes)

/**
 * How the people at a number are spoken and written to: in the language that they have in common, else in English. Nobody
 * knows which of them it is. Of accounts that do not agree, those count whose calls have reached somebody.
 */
export function commonWording(households: readonly Household[]): Wording {
  const reached = households.filter(({ people }) => lovedOnesOf(people).some(({ wasReached }) => wasReached))
  return sameWording(households.map(ofHousehold)) ?? sameWording(reached.map(ofHousehold)) ?? ENGLISH_WORDING
}

const ofHousehold = ({ people }: Household): Wording =>
  sameWording(lovedOnesOf(people).map(({ wording }) => wording)) ?? ENGLISH_WORDING

/** The first of wordings in one language; null for several languages, and for none. */
function sameWording(wordings: readonly Wording[]): Wording | null {
  const [first] = wordings
  return first && wordings.every(({ language }) => language === first.language) ? first : null
}

/** A person who has been alerted, with the incident of their last alert. */
export type Alerted = Awaited<ReturnType<typeof findAlerted>>[number]

/** How long after it ended an incident can still be taken on, or be reported as over. */
const MAX_ALERTS = 500
const STILL_OF_INTEREST_MS = 24 * 3_600_000

/**
 * Which alerted people a number belongs to, in the last incident of each loved one that they were alerted of, the
 * latest alert first; `orOver`: also incidents that have ended well, at the end. Incidents of `exceptLovedOnes` are
 * left out, and so are members who have left the circle.
 */
export async function findAlerted(
  trx: Trx,
  phoneNumber: string,
  { now, orOver = false, exceptLovedOnes = [] }: { now: Date; orOver?: boolean; exceptLovedOnes?: readonly number[] },
) {
  const since = new Date(now.getTime() - STILL_OF_INTEREST_MS)
  const rows = await trx
    .selectFrom('incidentPeople')
    .innerJoin('incidents', 'incidents.id', 'incidentPeople.incidentId')
    .innerJoin('alerts', 'alerts.incidentPersonId', 'incidentPeople.id')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .leftJoin('incidentPeople as owner', 'owner.id', 'incidents.ownerId')
    .select([
      'incidents.id as incidentId',
      'incidents.accountId',
      'incidents.lovedOneId',
      'incidents.status',
      'incidents.nextAt',
    ])
    .select([
      'incidents.headline',
      'incidents.ownerId',
      'incidents.endedAt',
      'incidents.endedHow',
      'owner.name as ownerName',
    ])
    .select(['incidentPeople.id as incidentPersonId', 'incidentPeople.name as personName', 'incidentPeople.role'])
    .select(['lovedOnes.name', 'lovedOnes.phoneNumber as phone', 'lovedOnes.secondPhoneNumber'])
    .select(['owners.firstName', 'owners.lastName'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('alerts as answered')
          .select('answered.id')
          .whereRef('answered.incidentPersonId', '=', 'incidentPeople.id')
          .where('answered.answer', '=', 'ok'),
      ).as('hasEndedIt'),
    )
    .where('incidentPeople.phoneNumber', '=', phoneNumber)
    // Who has left the circle learns nothing more, and answers nothing.
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('incidentPeople.role', '=', 'contact'),
        exists(
          selectFrom('members')
            .select('members.personId')
            .whereRef('members.accountId', '=', 'incidents.accountId')
            .whereRef('members.personId', '=', 'incidentPeople.personId'),
        ),
      ]),
    )
    .where('alerts.purpose', 'in', ['alert', 'unresolved'])
    .where((eb) => eb.or([eb('incidents.nextAt', 'is not', null), eb('incidents.endedAt', '>=', since)]))
    .$if(!orOver, (query) => query.where('incidents.status', '<>', 'resolved'))
    .$if(exceptLovedOnes.length > 0, (query) => query.where('incidents.lovedOneId', 'not in', [...exceptLovedOnes]))
    .orderBy((eb) => eb('incidents.status', '=', 'resolved'))
    .orderBy('alerts.id', 'desc')
    .limit(MAX_ALERTS)
    .execute()
  return [...Map.groupBy(rows, ({ lovedOneId }) => lovedOneId).values()]
    .flatMap((ofLovedOne) => ofLovedOne.slice(0, 1))
    .map(withSanitisedNames)
}

/** Only the part of their names that may be sent is needed: it is written or said to somebody. */
function withSanitisedNames<Row extends { name: string; personName: string; ownerName: string | null }>(row: Row): Row {
  const ownerName = row.ownerName === null ? null : sentNameOr(row.ownerName)
  return { ...row, name: sentNameOr(row.name), personName: sentNameOr(row.personName), ownerName }
}

/** The loved one whom an incident is about, to distinguish them from others of their name. */
export function personOf({ name, phone, secondPhoneNumber, firstName, lastName }: Alerted): PersonMeant {
  const numbers = [phone, secondPhoneNumber].filter((number) => number !== null)
  return { name, numbers, askedBy: sentFullName({ firstName, lastName }) }
}
