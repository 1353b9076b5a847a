import { mayText, type TextPurpose } from '#core/escalation/texts/text-budget.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'

const HOUR_MS = 3_600_000

/** Whether a person, on whatever rung of the ladder, may be sent one more text about an incident in this hour. */
export async function mayTextNow(
  trx: Trx,
  { id }: Pick<OpenIncident, 'id'>,
  { id: personId, phoneNumber }: Pick<PersonToNotify, 'id' | 'phoneNumber'>,
  { purpose, now }: { purpose: TextPurpose; now: Date },
): Promise<boolean> {
  const texts = await trx
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.personId', 'alerts.purpose', 'alerts.supersededAt', 'alerts.createdAt', 'alerts.messageResult'])
    .select('messages.failedAt')
    .where('alerts.incidentId', '=', id)
    .where('alerts.channel', '=', 'sms')
    .where('incidentPeople.phoneNumber', '=', phoneNumber)
    .execute()
  const since = now.getTime() - HOUR_MS
  const sent = texts.filter(
    ({ createdAt, messageResult, failedAt }) =>
      createdAt.getTime() > since && messageResult !== 'left_out' && failedAt === null,
  )
  const isNew = !texts.some(
    (text) => text.personId === personId && text.purpose === 'alert' && text.supersededAt === null,
  )
  return mayText(purpose, { sent: sent.length, isNew })
}

/** What a person was not texted since the last text that may have reached them, oldest first. */
export async function leftOutTexts(trx: Trx, personId: number): Promise<TextPurpose[]> {
  const texts = await trx
    .selectFrom('alerts')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.purpose', 'alerts.messageResult', 'messages.failedAt'])
    .where('alerts.personId', '=', personId)
    .where('alerts.channel', '=', 'sms')
    .orderBy('alerts.id')
    .execute()
  const last = texts.findLastIndex(({ messageResult, failedAt }) => messageResult !== 'left_out' && failedAt === null)
  return texts
    .slice(last + 1)
    .filter(({ messageResult }) => messageResult === 'left_out')
    .map(({ purpose }) => purpose)
}
