import { mayText, type TextPurpose } from '#core/escalation/texts/text-budget.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'

const HOUR_MS = 3_600_000

/** Whether a person, on whichever step of the ladder, may be sent one more text about an incident in this hour. */
export async function mayTextNow(
  trx: Trx,
  { id }: Pick<OpenIncident, 'id'>,
  { id: incidentPersonId, phoneNumber }: Pick<PersonToNotify, 'id' | 'phoneNumber'>,
  { purpose, now }: { purpose: TextPurpose; now: Date },
): Promise<boolean> {
  const texts = await trx
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select([
      'alerts.incidentPersonId',
      'alerts.purpose',
      'alerts.supersededAt',
      'alerts.createdAt',
      'alerts.messageResult',
    ])
    .select('messages.failedAt')
    .where('alerts.incidentId', '=', id)
    .where('alerts.channel', '=', 'sms')
    .where('incidentPeople.phoneNumber', '=', phoneNumber)
    .execute()
  const since = now.getTime() - HOUR_MS
  const sent = texts.filter(
    ({ createdAt, messageResult, failedAt }) =>
      createdAt.getTime() > since && messageResult !== 'suppressed' && failedAt === null,
  )
  const isNew = !texts.some(
    (text) => text.incidentPersonId === incidentPersonId && text.purpose === 'alert' && text.supersededAt === null,
  )
  return mayText(purpose, { sent: sent.length, isNew })
}

/** What a person was not texted since the last text that may have reached them, oldest first. */
export async function suppressedTexts(trx: Trx, incidentPersonId: number): Promise<TextPurpose[]> {
  const texts = await trx
    .selectFrom('alerts')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.purpose', 'alerts.messageResult', 'messages.failedAt'])
    .where('alerts.incidentPersonId', '=', incidentPersonId)
    .where('alerts.channel', '=', 'sms')
    .orderBy('alerts.id')
    .execute()
  const last = texts.findLastIndex(({ messageResult, failedAt }) => messageResult !== 'suppressed' && failedAt === null)
  return texts
    .slice(last + 1)
    .filter(({ messageResult }) => messageResult === 'suppressed')
    .map(({ purpose }) => purpose)
}
