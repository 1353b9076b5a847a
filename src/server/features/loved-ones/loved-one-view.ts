import { sql } from 'kysely'
import { CATCH_UP_CALL } from '#contract/calls/call-labels.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import { type Refusal, refusalsOf } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedRead } from '#server/platform/database/prepared-read.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { STORED_FREE_TEXTS, withFreeTexts } from './free-texts.ts'

/** The tables that loved ones are read from. */
export interface LovedOneViews {
  db: Db
  sealing: Sealing
}

/** All loved ones of an account, in the order they were added, with the fields of their cards, in one query. */
export async function listLovedOnes({ db, sealing }: LovedOneViews, accountId: number): Promise<LovedOne[]> {
  const rows = await readLovedOnes(db, { accountId })
  return presentAll({ db, sealing }, rows)
}

/** One loved one of an account. A loved one of another account is not found. */
export async function findLovedOne(
  { db, sealing }: LovedOneViews,
  accountId: number,
  lovedOneId: number,
): Promise<LovedOne> {
  const [lovedOne] = await presentAll({ db, sealing }, await readLovedOnes(db, { accountId, lovedOneId }))
  if (!lovedOne) throw notFound('Loved one')
  return lovedOne
}

interface OfAccount {
  accountId: Param<number>
  lovedOneId?: Param<number> | undefined
}

const readLovedOnes = preparedRead((db, { accountId, lovedOneId }: OfAccount) =>
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
          .select(['calls.scheduledFor', 'calls.callType', 'calls.catchUpFor', 'ended.outcome as lastOutcome'])
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
    .orderBy('lovedOnes.id')
    .select(STORED_FREE_TEXTS)
    .select([
      'lovedOnes.id',
      'lovedOnes.name',
      'lovedOnes.phoneNumber',
      'lovedOnes.timezone',
      'lovedOnes.relationship',
      'lovedOnes.preferredName',
      'lovedOnes.familyWord',
      'lovedOnes.emergencyContactName',
      'lovedOnes.emergencyContactPhone',
      'lovedOnes.recordCalls',
      'lovedOnes.retryAttempts',
      'lovedOnes.retryDelayMinutes',
      'lovedOnes.secondPhoneNumber',
      'next.scheduledFor as nextScheduledFor',
      'next.callType as nextCallType',
      'next.catchUpFor as nextCatchUpFor',
      'next.nextTryAt',
      'next.lastOutcome',
      'request.headline as helpHeadline',
      'request.status as helpStatus',
      'request.owner as helpOwner',
      sql<boolean>`loved_ones.emergency_contact_phone is not null or exists (
        select from contacts c where c.loved_one_id = loved_ones.id and c.is_emergency_contact
      )`.as('hasEmergencyContact'),
      sql<CallType[]>`array(
        select call_type from call_schedules s where s.loved_one_id = loved_ones.id and s.ended_at is null
        union
        select call_type from calls c where c.loved_one_id = loved_ones.id and c.status in ('scheduled', 'in_progress')
          and c.catch_up_for is null
      )`.as('activeServices'),
    ]),
)

type Row = Awaited<ReturnType<typeof readLovedOnes>>[number]

async function presentAll({ db, sealing }: LovedOneViews, rows: readonly Row[]): Promise<LovedOne[]> {
  const refusals = await refusalsOf(
    { sealing },
    db,
    rows.map(({ phoneNumber }) => phoneNumber),
  )
  return rows.map((row) => present(sealing, row, refusals.get(row.phoneNumber)))
}

function present(sealing: Sealing, row: Row, refusal: Refusal | undefined): LovedOne {
  const { nextScheduledFor, nextCallType, nextCatchUpFor, nextTryAt, lastOutcome, ...others } = row
  const { helpHeadline, helpStatus, helpOwner, activeServices, ...lovedOne } = others
  const helpRequested =
    helpHeadline && helpStatus && helpStatus !== 'resolved'
      ? { headline: helpHeadline, status: helpStatus, owner: helpOwner }
      : null
  return {
    ...withFreeTexts(sealing, lovedOne),
    callsRefusedAt: refusal?.callsSince?.toISOString() ?? null,
    isRefusedByAdmin: refusal?.byAdmin ?? false,
    activeServices: CALL_TYPES.filter((type) => activeServices.includes(type)),
    nextCall:
      nextScheduledFor && nextCallType
        ? {
            scheduledTime: nextScheduledFor.toISOString(),
            callType: nextCatchUpFor === null ? nextCallType : CATCH_UP_CALL,
            nextTryAt: nextTryAt?.toISOString() ?? null,
            lastOutcome,
          }
        : null,
    helpRequested,
    cryForHelp: helpRequested,
  }
}
