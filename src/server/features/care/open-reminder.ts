import { checkInEffect } from '#core/call-policy/check-in.ts'
import { formatTime } from '#core/format/dates.ts'
import type { Trx } from '#server/platform/database.ts'

const DAY_MS = 26 * 3_600_000

/**
 * What an all-clear must not be taken for: an answer to another medication reminder of today, on the loved one's clock. As a
 * sentence with a space before it; empty where none is open.
 */
export async function openReminderSentence(
  trx: Trx,
  { id, lovedOneId }: { id: number; lovedOneId: number },
  now: Date,
): Promise<string> {
  const reminders = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['calls.id', 'calls.callType', 'calls.status', 'calls.scheduledFor', 'lovedOnes.timezone'])
    .where('calls.lovedOneId', '=', lovedOneId)
    .where('calls.id', '<>', id)
    .where('calls.callType', '=', 'medication_reminder')
    .where('calls.scheduledFor', '>=', new Date(now.getTime() - DAY_MS))
    .where('calls.scheduledFor', '<=', now)
    .execute()
  const zone = reminders[0]?.timezone
  if (zone === undefined) return ''
  const calls = reminders.map((call) => ({ ...call, isAlarming: false }))
  const [first] = checkInEffect(calls, { now, zone }).asks
  return first ? ` What the ${formatTime(first.scheduledFor, zone)} call asked is still open.` : ''
}
