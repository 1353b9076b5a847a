import { z } from 'zod'
import { ATTEMPT_OUTCOMES, CALL_STATUSES, CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { INCIDENT_CAUSES } from '#core/escalation/incident-cause.ts'
import { RECURRENCE_PATTERNS, WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { id, idInText, instant, shownCallType } from './wire.ts'

export const CALL_INITIATED_MESSAGE = 'Call has been initiated. The telephony provider will connect the call shortly.'

export const schedulePattern = z.object({
  weekDay: z.enum(WEEK_DAYS, 'Please select a day'),
  timeOfDay: z.string('Please select a time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be HH:MM, such as 09:00'),
})

export const PATTERN_REQUIRED = 'You must add at least one schedule pattern for custom schedules'
/** Far enough for every schedule, near enough for every calendar calculation. */
const LAST_YEAR = 2099
const scheduledTime = z.iso
  .datetime({ offset: true, error: 'Please select a valid date and time' })
  // What is no date at all has no year, and has been told so already.
  .refine((text) => !(new Date(text).getUTCFullYear() > LAST_YEAR), `Please select a date before ${LAST_YEAR + 1}`)
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

const attemptSchema = z.object({
  providerId: z.string().nullable(),
  startedAt: instant,
  /** When it was picked up; null while it rings, and where nobody answered. */
  answeredAt: instant.nullable().default(null),
  endedAt: instant.nullable(),
  answeredBy: z.enum(['human', 'machine', 'fax', 'unknown']).nullable(),
  duration: z.number().int().nullable(),
  keys: z.string(),
  outcome: z.enum(ATTEMPT_OUTCOMES).nullable(),
})
export type Attempt = z.infer<typeof attemptSchema>

/** Who looks after a call that did not end well, or in which help was asked for. */
const incidentSchema = z.object({
  /** What made it one: help is asked for while the call still goes on. */
  cause: z.enum(INCIDENT_CAUSES).default('not_reached'),
  status: z.enum(['running', 'owned', 'resolved', 'unresolved']),
  /** Who has taken it on. */
  owner: z.string().nullable(),
  /** Somebody is still to be told about it, or looks after it. */
  isOpen: z.boolean().optional(),
})

export const callSchema = z.object({
  id,
  lovedOneId: id,
  lovedOne: z.object({ name: z.string(), phoneNumber: z.string(), timezone: z.string() }),
  scheduledTime: instant,
  callType: shownCallType,
  status: z.enum(CALL_STATUSES),
  /** When it is rung again: while it is under way, nobody is on the phone, and at least one try has ended. */
  nextTryAt: instant.nullable().default(null),
  recurrencePattern: z.enum(RECURRENCE_PATTERNS),
  schedulePatterns: z.array(schedulePattern),
  duration: z.number().int().nullable(),
  /** Where the sound of the call can be fetched, range by range: a path under /api. */
  recording: z.string().nullable(),
  /** When the recording is deleted. */
  recordingKeptUntil: instant.nullable(),
  transcript: z.string().nullable(),
  /** When the transcript is deleted; null while the call goes on, and where there is none. */
  transcriptKeptUntil: instant.nullable().default(null),
  attempts: z.array(attemptSchema),
  incident: incidentSchema.nullable(),
  /** The account holder cancelled its schedule while it waited for another try: nobody is to be alarmed by its end. */
  wasCancelled: z.boolean(),
})
export type Call = z.infer<typeof callSchema>

/** Where the recording of a call is; the owner alone can fetch it. With `?download=1` it comes as a file. */
export const recordingPath = (callId: number) => `/api/calls/${callId}/recording`

const escalationSchema = z.object({
  status: z.enum(['running', 'acknowledged', 'unresolved']),
  owner: z.string().nullable(),
  /** All that people were told about together: this call, and what else was open of the same person. */
  causes: z.array(z.object({ callId: z.number().int().nullable(), headline: z.string(), at: instant })).default([]),
  steps: z.array(
    z.object({ at: instant, channel: z.string(), contactName: z.string(), to: z.string(), outcome: z.string() }),
  ),
})

/** What can stand in a timeline: of the call itself, then of the incident that followed from it. */
export const TIMELINE_KINDS = [
  'scheduled',
  'dialled',
  'answered',
  'said',
  'heard',
  'ended',
  'retry',
  'completed',
  'missed',
  'failed',
  'voicemail',
  'told',
  'replied',
  'taken',
  'resolved',
  'unresolved',
] as const

const timelineEntrySchema = z.object({ at: instant, kind: z.enum(TIMELINE_KINDS), text: z.string() })
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

export const callDetailsSchema = callSchema.extend({
  reason: z.string().nullable(),
  escalation: escalationSchema.nullable(),
  /** Everything that happened, in its order. */
  timeline: z.array(timelineEntrySchema),
  /** The path of the account holder's page of the incident, where there is one. */
  incidentLink: z.string().nullable(),
  /** The day a monthly schedule means, which the date of a call in a shorter month does not show. */
  dayOfMonth: z.number().int().nullable(),
})
export type CallDetails = z.infer<typeof callDetailsSchema>

export const callNowAnswer = z.object({ message: z.string(), call: callSchema })

export const ofLovedOneQuery = z.object({ lovedOneId: idInText.optional() })
export const HISTORY_FILTERS = ['all', 'completed', 'failed'] as const
export const historyQuery = ofLovedOneQuery.extend({
  /** Clamped, never refused: 1 to 200. */
  limit: z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .default(100)
    .transform((limit) => Math.min(200, Math.max(1, limit))),
  before: idInText.optional(),
  filter: z.enum(HISTORY_FILTERS, 'Must be all, completed or failed').default('all'),
})
export type HistoryQuery = z.infer<typeof historyQuery>
