import { z } from 'zod'
import { id, instant, pageQuery } from '#contract/wire.ts'

/** The part before the first underscore-separated verb is the filter group: call, loved_one, contact, member, subscription. */
export const ACTIVITY_TYPES = [
  'call_scheduled',
  'call_updated',
  'call_skipped',
  'call_cancelled',
  'call_started',
  'call_completed',
  'call_missed',
  'call_failed',
  'call_voicemail',
  'call_escalated',
  'call_acknowledged',
  'call_unresolved',
  'loved_one_added',
  'loved_one_updated',
  'loved_one_removed',
  'contact_added',
  'contact_updated',
  'contact_removed',
  'contact_alerted',
  'member_added',
  'member_updated',
  'member_removed',
  'subscription_created',
  'subscription_updated',
  'subscription_cancelled',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export const activitySchema = z.object({
  id,
  activityType: z.string(),
  description: z.string(),
  createdAt: instant,
  /** Which member did it; null where none did, and after their login was deleted. */
  by: z.object({ id, name: z.string() }).nullable().default(null),
  metadata: z.object({ details: z.string().optional() }),
})
export type Activity = z.infer<typeof activitySchema>

export const activityQuery = pageQuery
export type ActivityQuery = z.infer<typeof activityQuery>

/** For how many months entries are kept, and calls after their end: the operator decides it. */
export const activityRetentionSchema = z.object({ months: z.number().int(), callMonths: z.number().int() })
