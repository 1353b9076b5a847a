import { type ChosenChannels, channelsFor } from '#core/notifications/channels-for.ts'
import type { MessageChannel, NoticeKind } from '#core/notifications/settings.ts'
import { notificationSettingsOf } from '#server/features/notifications/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AlertsTable } from '#server/platform/database/schema.ts'
import type { PersonToNotify } from '../causes/incident-state.ts'

type Purpose = AlertsTable['purpose']

/** A notice that nobody could be reached counts as a missed call, which an account holder cannot switch off. */
const KINDS: Record<Purpose, NoticeKind> = {
  alert: 'missedCalls',
  further: 'missedCalls',
  nobody_reached: 'missedCalls',
  unresolved: 'missedCalls',
  withdrawn: 'missedCalls',
  owned: 'incidents',
  given_back: 'incidents',
  all_clear: 'incidents',
  rang: 'incidents',
}

/**
 * By which channels of messages a person is notified: a contact by all they have, a member as they have chosen, and who has
 * left the circle by none.
 */
export async function messageChannelsOf(
  db: Db,
  { accountId }: { accountId: number },
  {
    role,
    personId,
    isCurrentMember,
    isHolder,
    email,
    phoneNumber,
    verifiedPhone,
  }: Pick<
    PersonToNotify,
    'role' | 'personId' | 'isCurrentMember' | 'isHolder' | 'email' | 'phoneNumber' | 'verifiedPhone'
  >,
  purpose: Purpose,
): Promise<ChosenChannels> {
  if (role === 'member') {
    if (!isCurrentMember || personId === null) return { channels: [], isSmsFallback: false }
    const settings = await notificationSettingsOf(db, { accountId, personId })
    return channelsFor(KINDS[purpose], settings, {
      isHolder,
      hasPhoneNumber: phoneNumber !== null,
      isPhoneVerified: phoneNumber !== null && phoneNumber === verifiedPhone,
    })
  }
  const channels: MessageChannel[] = []
  if (email !== null) channels.push('email')
  if (phoneNumber !== null) channels.push('sms')
  return { channels, isSmsFallback: false }
}
