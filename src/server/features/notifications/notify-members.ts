import { RIGHTS_OF } from '#contract/accounts/rights.ts'
import { type ChosenChannels, channelsFor, isWanted } from '#core/notifications/channels-for.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { NoticeKind } from '#core/notifications/settings.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type MemberToNotify, membersToNotify, presentMembers } from './members-to-notify.ts'
import type { EnqueueNotice } from './notice-message.ts'
import { notificationSettingsOf } from './settings-of.ts'

export interface NoticeText {
  subject: string
  mail: string
  sms: string | null
}

/** Who reads a notice. */
export type NoticeReader = Pick<MemberToNotify, 'timezone' | 'mayHear' | 'isHolder'>

/** One notice, as a mail and, unless it has none, as a text message. */
export interface MemberNotice {
  accountId: number
  kind: NoticeKind
  /**
   * A function is called once for each member who wants the notice, and writes on their clock; null when there is nothing
   * to report after all.
   */
  text: NoticeText | ((reader: NoticeReader) => NoticeText | null | Promise<NoticeText | null>)
  /** A notice with the same key is written once for each member and channel. */
  key: string
  /** It is about a person who may need help: its mail says whom to ring then. */
  isAlert?: boolean
  /** False for a notice that nobody waits for. */
  isUrgent?: boolean
  /** Only members who have chosen to be notified at the first try. */
  isFirstTry?: boolean
  /** Only members who may schedule calls: it asks for a decision. */
  isForCarers?: boolean
  /** The member who did it themselves, and needs no notice of it. */
  doneBy?: number | undefined
}

interface NotifyDeps {
  enqueueNotice: EnqueueNotice
  clock: Clock
}

/**
 * Writes a notice to the members of a circle into the caller's transaction, each by the channels they have chosen for its kind.
 * Members who are away get none; the account holder gets it where nobody else would. Bills are the account holder's alone.
 */
export async function notifyMembers(deps: NotifyDeps, trx: Trx, notice: MemberNotice): Promise<void> {
  const all = await membersToNotify(trx, notice.accountId, deps.clock.now())
  const members = all.filter(
    ({ personId, role }) => personId !== notice.doneBy && (!notice.isForCarers || RIGHTS_OF[role].includes('care')),
  )
  const holder = members.filter(({ isHolder }) => isHolder)
  const asked = notice.kind === 'billing' ? holder : presentMembers(members)
  let isWantedByAny = false
  for (const member of asked) if (await notifyMember(deps, trx, member, notice)) isWantedByAny = true
  const [left] = holder.filter((member) => !asked.includes(member))
  if (!isWantedByAny && left) await notifyMember(deps, trx, left, notice)
}

/** Returns whether they want it. */
async function notifyMember(
  { enqueueNotice }: NotifyDeps,
  trx: Trx,
  member: MemberToNotify,
  { accountId, kind, text: given, key, isAlert = false, isUrgent = true, isFirstTry = false }: MemberNotice,
): Promise<boolean> {
  const { personId, isHolder, email, phoneNumber, verifiedPhone } = member
  const settings = await notificationSettingsOf(trx, { accountId, personId })
  if (!isWanted(kind, settings, isHolder) || (isFirstTry && !settings.notifyAtFirstTry)) return false
  const text = typeof given === 'function' ? await given(member) : given
  if (text === null) return true
  const { channels, isSmsFallback }: ChosenChannels = channelsFor(kind, settings, {
    isHolder,
    hasPhoneNumber: phoneNumber !== null,
    isPhoneVerified: phoneNumber !== null && phoneNumber === verifiedPhone,
  })
  // The account holder's keys are those of releases in which nobody else was notified.
  const of = isHolder ? '' : `:${personId}`
  if (channels.includes('email')) {
    await enqueueNotice(trx, {
      ...{ accountId, personId, isForMember: true },
      channel: 'email',
      recipient: email,
      subject: text.subject,
      text: mailBody(member, [text.mail], { isAlert }),
      dedupeKey: `${key}:email${of}`,
      isUrgent,
      ...(isSmsFallback && phoneNumber && text.sms ? { fallback: { recipient: phoneNumber, text: text.sms } } : {}),
    })
  }
  if (channels.includes('sms') && phoneNumber && text.sms !== null) {
    await enqueueNotice(trx, {
      ...{ accountId, personId, isForMember: true },
      channel: 'sms',
      recipient: phoneNumber,
      subject: null,
      text: text.sms,
      dedupeKey: `${key}:sms${of}`,
      isUrgent,
    })
  }
  return true
}
