import { sql } from 'kysely'
import { NOT_NEEDED } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What our own database says of the calls that were booked. */
export interface LoadRecords {
  calls: CallRecord[]
  /** Each dial that has ended, and whether the provider took it. */
  dials: {
    purpose: 'care' | 'alert'
    id: number
    callId: number | null
    providerCallId: string | null
  }[]
  /** The calls that an incident is about. */
  causes: { callId: number; incidentId: number }[]
  /** How many messages about an incident each has sent to members. */
  notified: { incidentId: number; messages: number }[]
  texts: { to: string; sid: string | null }[]
}

export interface CallRecord {
  id: number
  scheduleId: number
  status: string
  scheduledFor: number
  uncountedTries: number
  isCatchUp: boolean
}

/** Whether everything that was due has ended: no call, no dial, no message, and no step of an incident within a minute. */
export async function whatIsOpen(db: Db, now: Date): Promise<Record<string, number>> {
  const soon = new Date(now.getTime() + 60_000)
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from calls where status = 'in_progress' or (status = 'scheduled' and dial_at <= ${now})) as calls,
      (select count(*)::int from dials where state not in ('ended', 'not_placed')) as dials,
      (select count(*)::int from incidents where next_at <= ${soon}) as incidents,
      (select count(*)::int from messages where sent_at is null and failed_at is null) as messages`.execute(db)
  return rows[0] ?? {}
}

export async function readLoad(db: Db): Promise<LoadRecords> {
  const calls = await db
    .selectFrom('calls')
    .select(['calls.id', 'calls.scheduleId', 'status', 'scheduledFor', 'uncountedTries', 'catchUpFor'])
    .orderBy('calls.id')
    .execute()
  const attempts = await db.selectFrom('attempts').select(['id', 'callId', 'providerCallId']).execute()
  const alerts = await db.selectFrom('alertCalls').select(['alertId as id', 'providerCallId']).execute()
  const causes = await db
    .selectFrom('incidentCauses')
    .select(['callId', 'incidentId'])
    .where('callId', 'is not', null)
    .execute()
  const notified = await db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .innerJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.incidentId', (eb) => eb.fn.countAll<number>().as('messages')])
    .where('incidentPeople.role', '=', 'member')
    .where('messages.sentAt', 'is not', null)
    .groupBy('alerts.incidentId')
    .execute()
  const texts = await db
    .selectFrom('messages')
    .select(['recipient', 'providerId'])
    .where('channel', '=', 'sms')
    .where((eb) => eb.or([eb('error', 'is', null), eb('error', '<>', NOT_NEEDED)]))
    .execute()
  return {
    calls: calls.map(({ scheduleId, scheduledFor, catchUpFor, ...call }) => ({
      ...call,
      scheduleId: scheduleId ?? 0,
      scheduledFor: scheduledFor.getTime(),
      isCatchUp: catchUpFor !== null,
    })),
    dials: [
      ...attempts.map((attempt) => ({ ...attempt, purpose: 'care' as const })),
      ...alerts.map((alert) => ({ ...alert, callId: null, purpose: 'alert' as const })),
    ],
    causes: causes.map(({ callId, incidentId }) => ({ callId: callId ?? 0, incidentId })),
    notified,
    texts: texts.map(({ recipient, providerId }) => ({ to: recipient, sid: providerId })),
  }
}
