import { sql } from 'kysely'
import { causesInWords } from '#core/escalation/causes-in-words.ts'
import { isHelp } from '#core/escalation/incident-cause.ts'
import type { AlertSubject } from '#core/escalation/texts/parts/alert-subject.ts'
import { formatDate } from '#core/format/dates.ts'
import { bothTimesFor, localTimeFor } from '#core/format/local-time-for.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import { waitForLock } from '#server/platform/database/advisory-lock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { IncidentDeps } from '../deps.ts'
import { aboutNow, causesOf, heardFirst, openCauses, reachedBy, renderContext } from './incident-causes.ts'

/** Everything about an incident that decides what happens next; locked until the transaction ends. */
export type OpenIncident = NonNullable<Awaited<ReturnType<typeof lockIncident>>>
export type PersonToNotify = Awaited<ReturnType<typeof peopleOf>>[number]

/**
 * Undefined when it was removed with its loved one. Taken after the lock of a call, if one is taken. The loved one is
 * locked first, as in the transaction that removes them: rows about the incident need them to exist. The caller is
 * about to change it, so the account is marked as changed.
 */
export async function lockIncident(trx: Trx, incidentId: number) {
  const [incident] = await readLocked(trx, { incidentId })
  if (incident) await announceChange(trx, incident.accountId, 'calls')
  return incident
}

const readLocked = preparedStatement((db, { incidentId }: { incidentId: Param<number> }) =>
  selectIncident(db)
    .where('incidents.id', '=', incidentId)
    .modifyEnd(sql`for key share of loved_ones for update of incidents`),
)

/**
 * A transaction that opens an incident of a loved one, or ends one and may open another, waits here for others that do
 * the same: a loved one has one open incident. Taken after the locks of calls and before that of the incident. It is
 * not a lock on the loved one's row: a check-in holds that before it asks for the calls.
 */
export async function lockIncidentsOf(trx: Trx, lovedOneId: number): Promise<void> {
  await waitForLock(trx, 'incidents of', lovedOneId)
}

/** The incident of a loved one that has not ended, locked; undefined if there is no such incident. */
export async function lockOpenIncident(trx: Trx, lovedOneId: number): Promise<OpenIncident | undefined> {
  const open = await trx
    .selectFrom('incidents')
    .select('id')
    .where('lovedOneId', '=', lovedOneId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return lockIfOpen(trx, open?.id)
}

/** Locks an incident that was open; undefined where it has ended while this waited for the lock. */
export async function lockIfOpen(trx: Trx, id: number | undefined): Promise<OpenIncident | undefined> {
  const incident = id === undefined ? undefined : await lockIncident(trx, id)
  return incident?.endedAt === null ? incident : undefined
}

/** All columns, by name: a statement with a star is planned each time (`statement-names.ts`). */
const INCIDENT_COLUMNS = [
  'incidents.id',
  'incidents.accountId',
  'incidents.lovedOneId',
  'incidents.callId',
  'incidents.cause',
  'incidents.headline',
  'incidents.detail',
  'incidents.status',
  'incidents.round',
  'incidents.nextAt',
  'incidents.claimedUntil',
  'incidents.failures',
  'incidents.ownerId',
  'incidents.intent',
  'incidents.etaMinutes',
  'incidents.ownedAt',
  'incidents.openedAt',
  'incidents.endedAt',
  'incidents.endedHow',
  'incidents.withdrawnAt',
  'incidents.escalationStartedAt',
  'incidents.roundStartsAt',
  'incidents.pauses',
  'incidents.contactsFrom',
  'incidents.deadlineExtendedAt',
] as const
const PERSON_COLUMNS = [
  'incidentPeople.id',
  'incidentPeople.incidentId',
  'incidentPeople.position',
  'incidentPeople.role',
  'incidentPeople.personId',
  'incidentPeople.name',
  'incidentPeople.phoneNumber',
  'incidentPeople.email',
  'incidentPeople.declinedAt',
  'incidentPeople.informedAt',
] as const

/** An incident with its loved one and its owner, as a query to be narrowed. */
export function selectIncident(db: Db) {
  return db
    .selectFrom('incidents')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .select(INCIDENT_COLUMNS)
    .select(({ eb, selectFrom }) =>
      eb(
        selectFrom('members')
          .select((one) => one.fn.countAll<number>().as('count'))
          .whereRef('members.accountId', '=', 'incidents.accountId'),
        '>',
        1,
      )
        .$castTo<boolean>()
        .as('isShared'),
    )
    .select([
      'lovedOnes.name',
      'lovedOnes.phoneNumber as lovedOnePhone',
      'lovedOnes.secondPhoneNumber',
      'lovedOnes.timezone',
      'owners.timezone as readerTimezone',
      'owners.firstName',
      'owners.lastName',
      'owners.username',
    ])
}

/**
 * The people of an incident: members of the circle first, and of those the account holder, then contacts in their order.
 * `isCurrentMember` is false of somebody who has left the circle, `timezone` null of who is no member.
 */
export function peopleOf(db: Db, incidentId: number) {
  return readPeople(db, { incidentId })
}

const readPeople = preparedStatement((db, { incidentId }: { incidentId: Param<number> }) =>
  db
    .selectFrom('incidentPeople')
    .innerJoin('incidents', 'incidents.id', 'incidentPeople.incidentId')
    .leftJoin('members', (join) =>
      join
        .onRef('members.personId', '=', 'incidentPeople.personId')
        .onRef('members.accountId', '=', 'incidents.accountId'),
    )
    .leftJoin('people', 'people.id', 'members.personId')
    .select(PERSON_COLUMNS)
    .select(['incidents.accountId', 'people.timezone', 'people.verifiedPhone'])
    .select(({ eb, fn, lit }) => [
      eb('members.personId', 'is not', null).$castTo<boolean>().as('isCurrentMember'),
      fn
        .coalesce(eb('members.role', '=', 'owner'), lit(false))
        .$castTo<boolean>()
        .as('isHolder'),
      fn.coalesce('members.mayHearCalls', lit(false)).$castTo<boolean>().as('mayHear'),
    ])
    .where('incidentPeople.incidentId', '=', incidentId)
    .orderBy((eb) => eb('incidentPeople.role', '=', 'member'), 'desc')
    .orderBy('isHolder', 'desc')
    .orderBy('incidentPeople.position'),
)

/** A person in the activity log, which all members read: "you" where there is only one. */
export function inActivity({ isCurrentMember, name }: PersonToNotify, people: readonly PersonToNotify[]): string {
  return isCurrentMember && people.filter((person) => person.isCurrentMember).length === 1 ? 'you' : name
}

/** Who of the circle did what a person of an incident did; undefined of a contact. */
export function actorOf({ personId, name }: PersonToNotify) {
  return personId === null ? undefined : { personId, name }
}

/** An incident as one of its people reads it: members on their own clocks. */
export function renderedFor(incident: OpenIncident, { timezone }: Pick<PersonToNotify, 'timezone'>): OpenIncident {
  return timezone === null ? incident : { ...incident, readerTimezone: timezone }
}

/** What the texts of an incident need, for the one person who reads them. */
export async function subjectFor(
  deps: IncidentDeps,
  trx: Trx,
  given: OpenIncident,
  person: Pick<PersonToNotify, 'id' | 'role' | 'phoneNumber' | 'timezone' | 'mayHear'>,
): Promise<AlertSubject> {
  const incident = renderedFor(given, person)
  const { escalationStartedAt } = incident
  const causes = await causesOf(trx, incident.id)
  const about = aboutNow(incident, causes, deps.clock.now(), person.role)
  return {
    name: sentNameOr(incident.name),
    phone: displayPhone(incident.lovedOnePhone),
    asksBy: reachedBy(causes),
    askedBy: sentFullName(incident),
    ...about,
    cause: incident.cause,
    isShared: incident.isShared,
    isOwnPhone:
      person.phoneNumber !== null && [incident.lovedOnePhone, incident.secondPhoneNumber].includes(person.phoneNumber),
    heard: person.mayHear ? heardFirst(deps, causes) : null,
    openSince: incident.round > 1 ? inWords(escalationStartedAt, incident, person) : null,
    lastAnswered: await lastAnswered(trx, incident, person),
    link: linkFor(deps, incident, person),
  }
}

const DAY_MS = 86_400_000

/** One person's page of an incident. The address is the same for a whole day, counted from when the incident opened. */
export function linkFor(
  deps: Pick<IncidentDeps, 'publicUrl' | 'links' | 'escalation' | 'clock'>,
  { openedAt }: { openedAt: Date },
  person: { id: number },
): string {
  const days = Math.max(0, Math.floor((deps.clock.now().getTime() - openedAt.getTime()) / DAY_MS))
  const expiresAt = new Date(openedAt.getTime() + days * DAY_MS + deps.escalation.linkMs)
  return `${deps.publicUrl}/incident/${deps.links.tokenFor(person.id, expiresAt)}`
}

/** When the loved one last answered, in words; null when they never have. */
async function lastAnswered(
  db: Db,
  incident: OpenIncident,
  reader: Pick<PersonToNotify, 'role'>,
): Promise<string | null> {
  const at = await lastAnsweredAt(db, incident.lovedOneId)
  return at && inWords(at, incident, reader)
}

/** A date and a time on the loved one's clock; members read their own beside it. */
function inWords(
  instant: Date,
  { timezone, readerTimezone }: Pick<OpenIncident, 'timezone' | 'readerTimezone'>,
  { role }: Pick<PersonToNotify, 'role'>,
): string {
  const time = role === 'member' ? bothTimesFor : localTimeFor
  return `${formatDate(instant, timezone)} ${time(instant, timezone, readerTimezone)}`
}

/** When they last answered that all was well. */
export async function lastAnsweredAt(db: Db, lovedOneId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('calls')
    .select('endedAt')
    .where('lovedOneId', '=', lovedOneId)
    .where('status', '=', 'completed')
    // The person who asked for help has answered, but not that all was well.
    .where('endedByHelp', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.callId', '=', 'calls.id')
            .where('attempts.response', '=', 'help'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidentCauses')
            .select('incidentCauses.id')
            .whereRef('incidentCauses.callId', '=', 'calls.id')
            .where('incidentCauses.cause', 'in', ['help', 'uncertain_help', 'unclear'])
            .where('incidentCauses.withdrawnAt', 'is', null),
        ),
      ),
    )
    .orderBy('scheduledFor', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.endedAt ?? null
}

/** "Robyn Hartley"; null when no name was given. */
export function fullName({ firstName, lastName }: { firstName: string | null; lastName: string | null }) {
  return [firstName, lastName].filter(Boolean).join(' ') || null
}

/**
 * What an incident is about as it is said now, without the last full stop; undefined when it was removed. Every open request for
 * help is named, since an all-clear of who hears this ends them all.
 */
export async function headlineNow(
  { clock }: Pick<IncidentDeps, 'clock'>,
  db: Db,
  incidentId: number,
): Promise<string | undefined> {
  const incident = await selectIncident(db).where('incidents.id', '=', incidentId).executeTakeFirst()
  if (!incident) return undefined
  const causes = await causesOf(db, incidentId)
  const { headline } = aboutNow(incident, causes, clock.now())
  const asked = openCauses(causes).filter(({ cause }) => isHelp(cause) || cause === 'unclear')
  const others = causesInWords(asked, renderContext(incident, clock.now())).filter((words) => words !== headline)
  return others.length === 0 ? headline : `${headline}. Also: ${others.join('. ')}`
}
