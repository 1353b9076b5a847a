import type { AlertKey } from '#core/escalation/scripts/alert-script.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { AlertsTable } from '#server/platform/database/schema.ts'
import type { AnswerResult, IncidentAnswer } from './incident-answer.ts'

/** What a key of an alert by phone says about the incident; the same in a call to Cooee's own number. */
export const KEY_ANSWERS: Record<AlertKey, IncidentAnswer> = {
  take: { kind: 'calling' },
  decline: { kind: 'cannot' },
  ok: { kind: 'ok' },
}

/** What is noted with an alert about an answer to it; null when the answer had no effect. */
export const NOTED_ANSWERS: Record<AnswerResult['kind'], AlertsTable['answer']> = {
  took: 'took',
  declined: 'declined',
  resolved: 'ok',
  owned: null,
  asked_since: null,
  overtaken: null,
  over: null,
  gone: null,
  not_listed: null,
}

/** Notes an answer with the last alert of the person, of the same kind where there is one. */
export async function noteAnsweredAlert(
  trx: Trx,
  { incidentPersonId, answer, by }: { incidentPersonId: number; answer: AlertsTable['answer']; by: 'call' | 'sms' },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ answer, answeredAt: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alerts')
        .select('id')
        .where('incidentPersonId', '=', incidentPersonId)
        .where('purpose', 'in', ['alert', 'unresolved'])
        .orderBy((order) => order('channel', '=', by), 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .execute()
}

/** Whether somebody was notified of such news of an incident after `since`. */
export async function wasNotifiedSince(
  trx: Trx,
  { id }: { id: number },
  purpose: AlertsTable['purpose'],
  since: Date,
): Promise<boolean> {
  const notified = await trx
    .selectFrom('alerts')
    .select('id')
    .where('incidentId', '=', id)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .limit(1)
    .executeTakeFirst()
  return notified !== undefined
}
