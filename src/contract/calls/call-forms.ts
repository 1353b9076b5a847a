import { z } from 'zod'
import { idInText, instant, optionalText, pageLimit } from '#contract/wire.ts'
import { ASKS_BY, CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { RECURRENCE_PATTERNS } from '#core/recurrence/recurrence.ts'
import { schedulePattern } from './calls.ts'

export const PATTERN_REQUIRED = 'You must add at least one schedule pattern for custom schedules'
/** Far enough for every schedule, near enough for every calendar calculation. */
const LAST_YEAR = 2099
export const scheduledTime = z.iso
  .datetime({ offset: true, error: 'Please select a valid date and time' })
  // A text that is not a date has no year, and is already refused.
  .refine((text) => !(new Date(text).getUTCFullYear() > LAST_YEAR), `Please select a date before ${LAST_YEAR + 1}`)
/** Rings between 21:00 and 7:00 on the loved one's clocks are wanted: without it they are refused. */
const confirmNight = z.boolean('Please confirm that we may ring at night').optional()
/** `text`: somebody who cannot hear is texted instead of rung. */
const asksBy = z.enum(ASKS_BY, 'Must be call or text')
const patterns = z.array(schedulePattern).max(50, 'At most 50 schedule patterns')

export const scheduleCallBody = z
  .object({
    lovedOneId: z
      .number('Please select a loved one')
      .int('Please select a loved one')
      .positive('Please select a loved one'),
    callType: z.enum(CALL_TYPES, 'Please select a call type'),
    scheduledTime,
    recurrencePattern: z.enum(RECURRENCE_PATTERNS, 'Please select a recurrence').default('once'),
    schedulePatterns: patterns.default([]),
    asksBy: asksBy.optional(),
    confirmNight,
  })
  .refine((body) => body.recurrencePattern !== 'custom' || body.schedulePatterns.length > 0, {
    path: ['schedulePatterns'],
    message: PATTERN_REQUIRED,
  })
export type ScheduleCallBody = z.infer<typeof scheduleCallBody>

/** What is left out stays as it is. */
export const editCallBody = z
  .object({
    lovedOneId: z
      .number('Please select a loved one')
      .int('Please select a loved one')
      .positive('Please select a loved one'),
    callType: z.enum(CALL_TYPES, 'Please select a call type'),
    scheduledTime,
    recurrencePattern: z.enum(RECURRENCE_PATTERNS, 'Please select a recurrence'),
    schedulePatterns: patterns,
    asksBy,
    confirmNight,
  })
  .partial()
  .refine((body) => body.recurrencePattern !== 'custom' || body.schedulePatterns?.length !== 0, {
    path: ['schedulePatterns'],
    message: PATTERN_REQUIRED,
  })
export type EditCallBody = z.infer<typeof editCallBody>

/** `scheduledTime` is the call that is meant: skipping it a second time is refused instead of skipping the one after. */
export const skipCallBody = z.object({ scheduledTime: scheduledTime.optional() }).nullish()
export type SkipCallBody = z.infer<typeof skipCallBody>

/** `scheduledTime` is the skipped occurrence that is meant; left out, the last one. */
export const undoSkipBody = z.object({ scheduledTime: scheduledTime.optional() }).nullish()
export type UndoSkipBody = z.infer<typeof undoSkipBody>

/**
 * "I have reached her"; the note is for the activity log. `knownUntil`: `askedAt` of the open incident that the account
 * holder's screen showed, null where it showed none. What was asked for after it is not closed by this.
 */
export const resolveCallBody = z.object({ note: optionalText({ max: 500 }), knownUntil: instant.nullish() }).nullish()

/** Of a call that is under way: `call` cancels it alone, and its schedule goes on. */
export const cancelQuery = z.object({ only: z.enum(['call'], 'Must be call').optional() })

export const ofLovedOneQuery = z.object({ lovedOneId: idInText.optional() })
export const HISTORY_FILTERS = ['all', 'completed', 'failed'] as const
/** Clamped, never refused: 1 to 200. */
const limit = pageLimit(100, 200)
export const historyQuery = ofLovedOneQuery.extend({
  limit,
  before: idInText.optional(),
  filter: z.enum(HISTORY_FILTERS, 'Must be all, completed or failed').default('all'),
})
export type HistoryQuery = z.infer<typeof historyQuery>
