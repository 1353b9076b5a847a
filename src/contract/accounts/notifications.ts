import { z } from 'zod'
import {
  type ALWAYS_BY_EMAIL,
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  SUMMARY_FREQUENCIES,
} from '#core/notifications/settings.ts'

const yesOrNo = z.boolean('Please say yes or no')
const byChoice = z.object({ email: yesOrNo, sms: yesOrNo })
/** What the account holder always gets by email; said to one who tries to switch it off. */
export const WHY_ALWAYS_BY_EMAIL = {
  missedCalls: 'We always email you about missed calls and calls for help',
  lateCalls: 'We always email you about a late call',
  billing: 'We always email you about billing',
} satisfies Record<(typeof ALWAYS_BY_EMAIL)[number], string>
const HOUR = 'Please choose a whole hour from 0 to 23'

/** What a member is notified of, and how: the answer, and the full body of a change. */
export const notificationSettingsSchema = z.object({
  missedCalls: byChoice,
  incidents: byChoice,
  lateCalls: byChoice,
  answeredCalls: byChoice,
  billing: byChoice,
  /** Left out by clients that do not know them yet. */
  notifyAtFirstTry: yesOrNo.default(DEFAULT_NOTIFICATION_SETTINGS.notifyAtFirstTry),
  ringMeFirst: yesOrNo.default(DEFAULT_NOTIFICATION_SETTINGS.ringMeFirst),
  summary: z.object({
    frequency: z.enum(SUMMARY_FREQUENCIES, 'Please choose off, daily or weekly'),
    /** 0 to 23, on the member's own clock. */
    hour: z.number(HOUR).int(HOUR).min(0, HOUR).max(23, HOUR),
  }),
  /** A mail each Monday with the figures of how each loved one has been. */
  weeklyLetter: yesOrNo.default(DEFAULT_NOTIFICATION_SETTINGS.weeklyLetter),
}) satisfies z.ZodType<NotificationSettings>

/** What a client may send: for one more release also `tellAtFirstTry`, the old name of `notifyAtFirstTry`. */
export const notificationSettingsBody = notificationSettingsSchema.extend({
  notifyAtFirstTry: yesOrNo.optional(),
  tellAtFirstTry: yesOrNo.optional(),
  /** Left out, it stays as it is. */
  weeklyLetter: yesOrNo.optional(),
})
/** The answer: for one more release under both names. */
export const notificationSettingsAnswer = notificationSettingsSchema.extend({ tellAtFirstTry: yesOrNo })
