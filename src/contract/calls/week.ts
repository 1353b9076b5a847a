import { z } from 'zod'
import { id, idInText, instant, pageLimit, shownCallType } from '#contract/wire.ts'
import { ASKS_BY } from '#core/calls/call-vocabulary.ts'
import { scheduledTime } from './call-forms.ts'

/**
 * `occurrence` is the regular time that is meant; the call of the address is the next one of its schedule. Both times are
 * required; that is said once the call is known, since nothing is said about one that is somebody else's.
 */
export const occurrenceBody = z.object({ occurrence: scheduledTime.optional() })
export type OccurrenceBody = z.infer<typeof occurrenceBody>

/** Rings that occurrence at `scheduledTime` instead; `confirmNight` as for a new call. */
export const moveOccurrenceBody = occurrenceBody.extend({
  scheduledTime: scheduledTime.optional(),
  confirmNight: z.boolean().optional(),
})
export type MoveOccurrenceBody = z.infer<typeof moveOccurrenceBody>

/** So many loved ones are in one answer, where a query does not say and at most. */
const MAX_PEOPLE = 50

/** ISO has a year 0; the database has none. */
const day = z.iso.date('Must be a date').refine((date) => date > '1900' && date < '2200', 'Must be a date')

/** Seven days from `from`, on each loved one's clock; left out, from today. `after`: continues after that loved one's id. */
export const weekQuery = z.object({
  from: day.optional(),
  lovedOneId: idInText.optional(),
  limit: pageLimit(MAX_PEOPLE, MAX_PEOPLE),
  after: idInText.optional(),
})
export type WeekQuery = z.infer<typeof weekQuery>

/** What becomes of a call of the week: it rings, it does not because the person is away or their phone refuses it, or it was skipped. */
export const WEEK_STATES = ['rings', 'away', 'refused', 'skipped'] as const

export const weekCallSchema = z.object({
  /** The call itself, or the next call of its schedule. */
  callId: id,
  lovedOneId: id,
  callType: shownCallType,
  asksBy: z.enum(ASKS_BY),
  /** When it rings, or would have. */
  at: instant,
  /** `YYYY-MM-DD` on the loved one's clock. */
  day: z.string(),
  state: z.enum(WEEK_STATES),
  /** The regular time, where the call belongs to a schedule; null for a one-off call. It names the occurrence for a change. */
  occurrence: instant.nullable(),
  /** The next call of the schedule, which a change is asked of; null where nothing can be changed one by one. */
  scheduleCallId: id.nullable(),
})
export type WeekCall = z.infer<typeof weekCallSchema>

export const weekSchema = z.object({
  from: z.string(),
  /** The last of the seven days. */
  until: z.string(),
  people: z.array(
    z.object({
      lovedOneId: id,
      name: z.string(),
      timezone: z.string(),
      /** Soonest first. */
      calls: z.array(weekCallSchema),
    }),
  ),
})
export type Week = z.infer<typeof weekSchema>
