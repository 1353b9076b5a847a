import { sql } from 'kysely'
import { CATCH_UP_CALL } from '#contract/calls/call-labels.ts'
import type { LovedOnesQuery } from '#contract/list-pages.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import type { ShownAway } from '#contract/people/shown-away.ts'
import { CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import { type ConsentMode, saidNo } from '#core/consent/consent.ts'
import { findingOf } from '#core/consent/finding-of.ts'
import { type ContactState, SAID_NO } from '#core/contacts/contact-state.ts'
import { contactsHealth } from '#core/contacts/contacts-health.ts'
import { consentsOnWire, LATEST_CONSENTS, storedConsents } from '#server/features/consents/public.ts'
import { type Refusal, refusalsOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { holdsText } from '#server/platform/database/statements/holds-text.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { STORED_FREE_TEXTS, withFreeTexts } from './free-texts.ts'

/** The tables that loved ones are read from. */
export interface LovedOneViews {
  db: Db
  clock: Clock
  sealing: Sealing
  /** What holds where somebody was never asked. */
  consent: ConsentMode
}

/** A page of an account's loved ones, in the order they were added, with the fields of their cards, in one query. */
export async function listLovedOnes(
  views: LovedOneViews,
  account: ReadAccount,
  { limit, after, search, service }: LovedOnesQuery,
): Promise<LovedOne[]> {
  const digits = search === undefined ? undefined : searchedDigits(search)
  return presentAll(
    views,
    account,
    await readLovedOnes(views.db, { accountId: account.id, limit, after, search, digits, service }),
  )
}

/** These loved ones of an account, in the order they were added; ids of others are left out. */
export async function listLovedOnesOf(
  views: LovedOneViews,
  account: ReadAccount,
  lovedOneIds: readonly number[],
): Promise<LovedOne[]> {
  return presentAll(
    views,
    account,
    await readLovedOnes(views.db, { accountId: account.id, lovedOneIds: [...lovedOneIds] }),
  )
}

/** The digits of a number as it is stored without the country; undefined where no number is meant. */
function searchedDigits(search: string): string | undefined {
  if (!/^[+\d\s().-]+$/.test(search)) return undefined
  return search.replace(/\D/g, '').replace(/^(?:61|0)/, '') || undefined
}

/** One loved one of an account. A loved one of another account is not found. */
export async function findLovedOne(views: LovedOneViews, account: ReadAccount, lovedOneId: number): Promise<LovedOne> {
  const [lovedOne] = await presentAll(
    views,
    account,
    await readLovedOnes(views.db, { accountId: account.id, lovedOneId }),
  )
  if (!lovedOne) throw notFound('Loved one')
  return lovedOne
}

interface OfAccount {
  accountId: Param<number>
  lovedOneId?: Param<number> | undefined
  lovedOneIds?: Param<number[]> | undefined
  after?: Param<number> | undefined
  search?: Param<string> | undefined
  digits?: Param<string> | undefined
  service?: Param<CallType> | undefined
  limit?: Param<number> | undefined
}

/** Whether the name holds what is searched for, or the number does. */
function isFound(search: Param<string>, digits: Param<string> | undefined) {
  const inName = holdsText('loved_ones.name', search)
  if (digits === undefined) return inName
  return sql<boolean>`(${inName} or position(${digits}::text in regexp_replace(loved_ones.phone_number, '^[+]61', '')) > 0)`
}

const hasService = (service: Param<CallType>) => sql<boolean>`(exists (
    select from call_schedules s
    where s.loved_one_id = loved_ones.id and s.ended_at is null and s.call_type = ${service}::text
  ) or exists (
    select from calls c where c.loved_one_id = loved_ones.id and c.status in ('scheduled', 'in_progress')
      and c.catch_up_for is null and c.call_type = ${service}::text
  ))`

const readLovedOnes = preparedStatement((db, { accountId, lovedOneId, ...of }: OfAccount) =>
  db
    .selectFrom('lovedOnes')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('calls')
          // Between two dials it is due again; the first dial of all is the promised time.
          .leftJoinLateral(
            (attempts) =>
              attempts
                .selectFrom('attempts')
                .select('attempts.outcome')
                .whereRef('attempts.callId', '=', 'calls.id')
                .where('calls.status', '=', 'in_progress')
                .where('calls.dialAt', 'is not', null)
                .where('attempts.state', '=', 'ended')
                .orderBy('attempts.id', 'desc')
                .limit(1)
                .as('ended'),
            (join) => join.onTrue(),
          )
          .select([
            'calls.scheduledFor',
            'calls.callType',
            'calls.asksBy',
            'calls.catchUpFor',
            'ended.outcome as lastOutcome',
          ])
          .select(sql<Date | null>`case when ended.outcome is not null then calls.dial_at end`.as('nextTryAt'))
          .whereRef('calls.lovedOneId', '=', 'lovedOnes.id')
          .where('calls.status', 'in', ['scheduled', 'in_progress'])
          .orderBy('calls.scheduledFor')
          .orderBy('calls.id')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('calls')
          .leftJoin('attempts', 'attempts.callId', 'calls.id')
          .select(['calls.id as triedCallId', 'calls.scheduledFor as triedAt', 'calls.status as triedStatus'])
          .select(['attempts.outcome as triedOutcome', 'attempts.conversation as triedConversation'])
          .whereRef('calls.lovedOneId', '=', 'lovedOnes.id')
          .where('calls.isRehearsal', '=', true)
          .where((eb) =>
            eb.or([eb('attempts.id', 'is', null), eb('attempts.phoneNumber', '=', eb.ref('lovedOnes.phoneNumber'))]),
          )
          .orderBy('calls.id', 'desc')
          .orderBy('attempts.id', 'desc')
          .limit(1)
          .as('rehearsal'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('incidents')
          .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
          .select(['incidents.headline', 'incidents.status', 'incidentPeople.name as owner'])
          .whereRef('incidents.lovedOneId', '=', 'lovedOnes.id')
          .where('incidents.callId', 'is', null)
          .where('incidents.status', '<>', 'resolved')
          .where(sql<boolean>`coalesce(incidents.ended_at, now()) > now() - interval '1 day'`)
          .orderBy('incidents.id', 'desc')
          .limit(1)
          .as('request'),
      (join) => join.onTrue(),
    )
    .where('lovedOnes.accountId', '=', accountId)
    .$if(lovedOneId !== undefined, (query) => query.where('lovedOnes.id', '=', lovedOneId ?? 0))
    .$if(of.lovedOneIds !== undefined, (query) =>
      query.where(sql<boolean>`loved_ones.id = any(${of.lovedOneIds}::bigint[])`),
    )
    .$if(of.after !== undefined, (query) => query.where('lovedOnes.id', '>', of.after ?? 0))
    .$if(of.search !== undefined, (query) => query.where(isFound(of.search ?? sql`''`, of.digits)))
    .$if(of.service !== undefined, (query) => query.where(hasService(of.service ?? sql`''`)))
    .$if(of.limit !== undefined, (query) => query.limit(of.limit ?? 0))
    .orderBy('lovedOnes.id')
    .select(STORED_FREE_TEXTS)
    .select([
      'lovedOnes.id',
      'lovedOnes.name',
      'lovedOnes.phoneNumber',
      'lovedOnes.timezone',
      'lovedOnes.relationship',
      'lovedOnes.preferredName',
      'lovedOnes.language',
      'lovedOnes.familyWord',
      'lovedOnes.emergencyContactName',
      'lovedOnes.emergencyContactPhone',
      'lovedOnes.recordCalls',
      'lovedOnes.retryAttempts',
      'lovedOnes.retryDelayMinutes',
      'lovedOnes.secondPhoneNumber',
      'lovedOnes.hotDaysTown',
      'rehearsal.triedCallId',
      'rehearsal.triedAt',
      'rehearsal.triedStatus',
      'rehearsal.triedOutcome',
      'rehearsal.triedConversation',
      LATEST_CONSENTS,
      sql<boolean>`exists (
        select from calls c join attempts a on a.call_id = c.id
        where c.loved_one_id = loved_ones.id and a.phone_number = loved_ones.phone_number and a.answered_at is not null
      )`.as('isAnswered'),
      'next.scheduledFor as nextScheduledFor',
      'next.callType as nextCallType',
      'next.asksBy as nextAsksBy',
      'next.catchUpFor as nextCatchUpFor',
      'next.nextTryAt',
      'next.lastOutcome',
      'request.headline as helpHeadline',
      'request.status as helpStatus',
      'request.owner as helpOwner',
      sql<boolean>`loved_ones.emergency_contact_phone is not null or exists (
        select from contacts c where c.loved_one_id = loved_ones.id and c.is_emergency_contact
      )`.as('hasEmergencyContact'),
      sql<NotifiedContact[]>`coalesce((
        select json_agg(json_build_object('name', c.name, 'state', coalesce((
            select entry.state from contacts entry where entry.loved_one_id = c.loved_one_id
              and entry.phone_number = c.phone_number and entry.state = any(${sql.lit(`{${SAID_NO.join(',')}}`)}::text[]) limit 1
          ), c.state), 'askedAt', c.asked_at,
          'answeredAt', c.answered_at, 'createdAt', c.created_at) order by c.position)
        from contacts c where c.loved_one_id = loved_ones.id and c.is_emergency_contact
      ), '[]')`.as('notifiedContacts'),
      sql<boolean>`loved_ones.emergency_contact_phone is not null and not exists (
        select from contacts c where c.loved_one_id = loved_ones.id
          and c.phone_number = loved_ones.emergency_contact_phone and c.state = any(${sql.lit(`{${SAID_NO.join(',')}}`)}::text[])
      )`.as('hasOwnNumber'),
      sql<OpenAway[]>`coalesce((
        select json_agg(json_build_object('from', a.starts_on, 'until', a.ends_on,
          'startsAt', a.starts_at, 'endsAt', a.ends_at) order by a.starts_at)
        from aways a where a.loved_one_id = loved_ones.id and a.ended_at is null
      ), '[]')`.as('openAways'),
      sql<CallType[]>`array(
        select call_type from call_schedules s where s.loved_one_id = loved_ones.id and s.ended_at is null
        union
        select call_type from calls c where c.loved_one_id = loved_ones.id and c.status in ('scheduled', 'in_progress')
          and c.catch_up_for is null
      )`.as('activeServices'),
    ]),
)

/** A time away, as the database writes it in JSON. */
interface OpenAway {
  from: string
  until: string
  startsAt: string
  endsAt: string
}

/** The present one, else the next, to the end of those that follow it without a gap; null: none that has not ended. */
function shownAway(open: readonly OpenAway[], now: Date): ShownAway | null {
  const away = open.find(({ endsAt }) => new Date(endsAt) > now)
  if (!away) return null
  const last = open.reduce((end, next) => (next.startsAt === end.endsAt ? next : end), away)
  return { from: away.from, until: last.until, isNow: new Date(away.startsAt) <= now }
}

const isAwayAt = (open: readonly OpenAway[], at: Date): boolean =>
  open.some(({ startsAt, endsAt }) => new Date(startsAt) <= at && at < new Date(endsAt))

/** A contact who is notified, as the database writes it in JSON. */
interface NotifiedContact {
  name: string
  state: ContactState
  askedAt: string | null
  answeredAt: string | null
  createdAt: string
}

type Row = Awaited<ReturnType<typeof readLovedOnes>>[number]

async function presentAll(
  { db, sealing, consent, clock }: LovedOneViews,
  { mayHear }: ReadAccount,
  rows: readonly Row[],
): Promise<LovedOne[]> {
  const refusals = await refusalsOf(
    { sealing },
    db,
    rows.map(({ phoneNumber }) => phoneNumber),
  )
  const at = { now: clock.now(), mode: consent, mayHear }
  return rows.map((row) => present(sealing, row, refusals.get(row.phoneNumber), at))
}

function present(
  sealing: Sealing,
  row: Row,
  refusal: Refusal | undefined,
  { now, mode, mayHear }: { now: Date; mode: ConsentMode; mayHear: boolean },
): LovedOne {
  const { nextScheduledFor, nextCallType, nextAsksBy, nextCatchUpFor, nextTryAt, lastOutcome, ...others } = row
  const {
    helpHeadline,
    helpStatus,
    helpOwner,
    activeServices,
    notifiedContacts,
    hasOwnNumber,
    openAways,
    consents: stored,
    ...shown
  } = others
  const { triedCallId, triedAt, triedStatus, triedOutcome, triedConversation, isAnswered, ...lovedOne } = shown
  const consents = storedConsents(stored, mode)
  const declinedAt = saidNo(consents.calls.state) ? consents.calls.since : null
  const helpRequested =
    helpHeadline && helpStatus && helpStatus !== 'resolved'
      ? { headline: helpHeadline, status: helpStatus, owner: helpOwner }
      : null
  return {
    ...withFreeTexts(sealing, lovedOne),
    // It proves that a call is genuine: only who hears the calls may know it.
    familyWord: mayHear ? lovedOne.familyWord : null,
    contactsHealth: contactsHealth({
      name: lovedOne.name,
      contacts: notifiedContacts.map(contactFacts),
      hasOwnNumber,
      now,
    }),
    away: shownAway(openAways, now),
    callsRefusedAt: (refusal?.callsSince ?? declinedAt)?.toISOString() ?? null,
    consents: consentsOnWire(consents),
    tried: {
      callId: triedCallId,
      at: triedAt?.toISOString() ?? null,
      finding:
        triedStatus && findingOf({ status: triedStatus, outcome: triedOutcome, conversation: triedConversation ?? {} }),
      answered: isAnswered,
    },
    isRefusedByAdmin: refusal?.byAdmin ?? false,
    activeServices: CALL_TYPES.filter((type) => activeServices.includes(type)),
    nextCall:
      nextScheduledFor && nextCallType
        ? {
            scheduledTime: nextScheduledFor.toISOString(),
            callType: nextCatchUpFor === null ? nextCallType : CATCH_UP_CALL,
            asksBy: nextAsksBy ?? 'call',
            nextTryAt: nextTryAt?.toISOString() ?? null,
            lastOutcome,
            away: nextTryAt === null && isAwayAt(openAways, nextScheduledFor),
          }
        : null,
    helpRequested,
    cryForHelp: helpRequested,
  }
}

function contactFacts({ name, state, askedAt, answeredAt, createdAt }: NotifiedContact) {
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return { name, state, askedAt: instant(askedAt), answeredAt: instant(answeredAt), createdAt: new Date(createdAt) }
}
