/** Kinds of news for the members of a circle, as their notification settings name them. */
export const NOTICE_KINDS = ['missedCalls', 'incidents', 'lateCalls', 'answeredCalls', 'billing'] as const
/**
 * `missedCalls`: a call that was not answered, help that was asked for, and that nobody could be found for it.
 * `incidents`: how that goes on: taken on, given back, all clear. `lateCalls`: a call that did not leave at its time, times away, and calls that are offered for very hot days.
 * `answeredCalls`: each call that was answered. `billing`: the plan, the trial and what is to be paid.
 */
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What is sent by e-mail whatever is chosen: an account holder is never left without this news. */
export const ALWAYS_BY_EMAIL = ['missedCalls', 'lateCalls', 'billing'] as const satisfies readonly NoticeKind[]

export type MessageChannel = 'email' | 'sms'

export const SUMMARY_FREQUENCIES = ['off', 'daily', 'weekly'] as const
export type SummaryFrequency = (typeof SUMMARY_FREQUENCIES)[number]

/** What a member wants to be notified of, and how. */
export interface NotificationSettings extends Record<NoticeKind, Record<MessageChannel, boolean>> {
  /** Notified of a call at its first unanswered try, not only at the end of all tries. */
  notifyAtFirstTry: boolean
  /** Rung two minutes after the text about a missed call, while contacts go on in their order. */
  ringMeFirst: boolean
  /** A mail about what became of the calls; `hour` (0 to 23) on the member's own clock. */
  summary: { frequency: SummaryFrequency; hour: number }
  /** A mail each Monday with the figures of how each loved one has been. */
  weeklyLetter: boolean
}

/** The defaults of the account holder. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  missedCalls: { email: true, sms: true },
  incidents: { email: true, sms: true },
  lateCalls: { email: true, sms: true },
  answeredCalls: { email: false, sms: false },
  billing: { email: true, sms: true },
  notifyAtFirstTry: false,
  ringMeFirst: true,
  summary: { frequency: 'off', hour: 8 },
  weeklyLetter: false,
}

/** The defaults of the other members: they are not rung before contacts unless they choose it. */
export const DEFAULT_MEMBER_SETTINGS: NotificationSettings = { ...DEFAULT_NOTIFICATION_SETTINGS, ringMeFirst: false }
