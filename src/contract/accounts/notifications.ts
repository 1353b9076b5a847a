import { z } from 'zod'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  SUMMARY_FREQUENCIES,
} from '#core/notifications/settings.ts'

const yesOrNo = z.boolean('Please say yes or no')
/** What the account holder may choose either way. */
const byChoice = z.object({ email: yesOrNo, sms: yesOrNo })
/** What always comes by email; `why` is shown to an account holder who tries to switch it off. */
const alwaysByEmail = (why: string) => z.object({ email: z.literal(true, why), sms: yesOrNo })
const HOUR = 'Please choose a whole hour from 0 to 23'

/** What the account holder is notified of, and how: the answer, and the full body of a change. */
export const notificationSettingsSchema = z.object({
  missedCalls: alwaysByEmail('We always email you about missed calls and calls for help'),
  incidents: byChoice,
  lateCalls: alwaysByEmail('We always email you about a late call'),
  answeredCalls: byChoice,
  billing: alwaysByEmail('We always email you about billing'),
  /** Left out by clients that do not know them yet. */
  notifyAtFirstTry: yesOrNo.default(DEFAULT_NOTIFICATION_SETTINGS.notifyAtFirstTry),
  ringMeFirst: yesOrNo.default(DEFAULT_NOTIFICATION_SETTINGS.ringMeFirst),
  summary: z.object({
    frequency: z.enum(SUMMARY_FREQUENCIES, 'Please choose off, daily or weekly'),
    /** 0 to 23, on the account holder's own clock. */
    hour: z.number(HOUR).int(HOUR).min(0, HOUR).max(23, HOUR),
  }),
}) satisfies z.ZodType<NotificationSettings>

/** What a client may send: for one more release also `tellAtFirstTry`, the old name of `notifyAtFirstTry`. */
export const notificationSettingsBody = notificationSettingsSchema.extend({
  notifyAtFirstTry: yesOrNo.optional(),
  tellAtFirstTry: yesOrNo.optional(),
})
/** The answer: for one more release under both names. */
export const notificationSettingsAnswer = notificationSettingsSchema.extend({ tellAtFirstTry: yesOrNo })
