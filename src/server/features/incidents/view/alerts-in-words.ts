import type { AlertChannel } from '#core/escalation/ladder/ladder.ts'
import { NOT_NEEDED, OVER_LIMIT, OVER_NUMBER_LIMIT } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AlertsTable } from '#server/platform/database/schema.ts'

/** One person notified by one channel that an owner is wanted, and how far that has come, without the address. */
export interface AlertInWords {
  incidentPersonId: number
  at: Date
  channel: AlertChannel
  outcome: string
  /** It said that nobody owns it. */
  isLastWord: boolean
}

/** Everybody who was asked so far, oldest first, without news about the owner. */
export async function alertsInWords(db: Db, incidentId: number): Promise<AlertInWords[]> {
  const rows = await readAlerts(db, incidentId)
  return rows.map((alert) => ({
    incidentPersonId: alert.incidentPersonId,
    at: alert.createdAt,
    channel: alert.channel,
    outcome: alert.answer ? ANSWERS[alert.answer] : arrival(alert),
    isLastWord: alert.purpose === 'unresolved',
  }))
}

function readAlerts(db: Db, incidentId: number) {
  return db
    .selectFrom('alerts')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select(['alerts.incidentPersonId', 'alerts.channel', 'alerts.createdAt', 'alerts.answer', 'alerts.messageId'])
    .select(['alerts.messageResult', 'alerts.purpose'])
    .select(['messages.sentAt', 'messages.failedAt', 'messages.error', 'messages.delivery'])
    .select(['alertCalls.state', 'alertCalls.answeredAt', 'alertCalls.outcome'])
    .where('alerts.incidentId', '=', incidentId)
    .where('alerts.purpose', 'in', ['alert', 'unresolved'])
    .orderBy('alerts.id')
    .execute()
}

/** What somebody answered to an alert. */
export const ANSWERS: Record<NonNullable<AlertsTable['answer']>, string> = {
  took: "said they'd check",
  declined: "can't",
  ok: "said all's well",
}

const CALL_OUTCOMES = {
  ...ANSWERS,
  no_answer: 'no answer',
  busy: 'busy',
  no_response: 'no key pressed',
  rejected: "didn't go through",
  failed: "didn't go through",
  not_needed: 'not needed any more',
  limit: "not rung: today's limit is reached",
}

const RESULTS = {
  suppressed: 'not sent: enough texts this hour',
  delivered: 'delivered',
  not_delivered: 'not delivered',
  not_needed: CALL_OUTCOMES.not_needed,
}

type AlertRow = Awaited<ReturnType<typeof readAlerts>>[number]
/** The columns of an alert that say how far it has come; `answeredAt` is when the phone was picked up. */
export type Arrival = Pick<
  AlertRow,
  'channel' | 'messageId' | 'messageResult' | 'sentAt' | 'failedAt' | 'error' | 'delivery'
> &
  Pick<AlertRow, 'state' | 'answeredAt' | 'outcome'>

/** How far an alert has come on its way: "sent", "ringing", "no answer". */
export function arrival(alert: Arrival): string {
  const { channel, messageId, messageResult, sentAt, failedAt, error, delivery, state, answeredAt, outcome } = alert

  if (channel === 'call') {
    if (outcome) return CALL_OUTCOMES[outcome]
    if (state === null || state === 'queued') return 'about to ring'
    return answeredAt ? 'on the phone' : 'ringing'
  }
  if (messageResult) return RESULTS[messageResult]
  if (failedAt && error === NOT_NEEDED) return CALL_OUTCOMES.not_needed
  if (failedAt && (error === OVER_LIMIT || error === OVER_NUMBER_LIMIT)) return "not sent: today's limit is reached"
  if (failedAt || delivery === 'failed') return 'not delivered'
  if (delivery === 'delivered') return 'delivered'
  // A message is deleted in time; before that it was sent.
  return sentAt || messageId === null ? 'sent' : 'sending'
}
