import { z } from 'zod'
import { id, instant, shownCallType } from '#contract/wire.ts'
import { ASKS_BY, ATTEMPT_OUTCOMES, CALL_STATUSES } from '#core/calls/call-vocabulary.ts'
import { INCIDENT_CAUSES } from '#core/escalation/incident-cause.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { RECURRENCE_PATTERNS, WEEK_DAYS } from '#core/recurrence/recurrence.ts'

export const CALL_INITIATED_MESSAGE = 'Call has been initiated. The telephony provider will connect the call shortly.'
/** The same of a call that asks by text. */
export const TEXT_INITIATED_MESSAGE = 'We’re sending the text now.'

export const schedulePattern = z.object({
  weekDay: z.enum(WEEK_DAYS, 'Please select a day'),
  timeOfDay: z.string('Please select a time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be HH:MM, such as 09:00'),
})

/** `stopped`: we let the phone ring no more, because the call was over. */
export const SHOWN_OUTCOMES = [...ATTEMPT_OUTCOMES, 'stopped'] as const
export type ShownOutcome = (typeof SHOWN_OUTCOMES)[number]

const attemptSchema = z.object({
  providerId: z.string().nullable(),
  startedAt: instant,
  /** When it was picked up; null while it rings, and where nobody answered. */
  answeredAt: instant.nullable().default(null),
  endedAt: instant.nullable(),
  answeredBy: z.enum(['human', 'machine', 'fax', 'unknown']).nullable(),
  duration: z.number().int().nullable(),
  keys: z.string(),
  outcome: z.enum(SHOWN_OUTCOMES).nullable(),
  /** In which they were called or written to; null for tries of earlier releases. */
  language: z.enum(LANGUAGES).nullish(),
})
export type Attempt = z.infer<typeof attemptSchema>

/** Who takes care of a call that did not end well, or in which help was requested. */
const incidentSchema = z.object({
  /** What made it one: help is asked for while the call still goes on. */
  cause: z.enum(INCIDENT_CAUSES).default('not_reached'),
  status: z.enum(['running', 'owned', 'resolved', 'unresolved']),
  /** Who owns it. */
  owner: z.string().nullable(),
  /** The account holder owns it. */
  isYours: z.boolean().optional(),
  /** Somebody is still to be notified of it, or takes care of it. */
  isOpen: z.boolean().optional(),
  /** How it ended, as a sentence: "Jane Hartley says all's well." Null while it goes on. */
  endedHow: z.string().nullish(),
  /** The person has answered something else, and nothing of what this medication reminder was to ask. */
  isReminderOpen: z.boolean().optional(),
})

export const callSchema = z.object({
  id,
  lovedOneId: id,
  /** `timezone`: the zone in which the call is made, and in which it stays after they have moved to another. */
  lovedOne: z.object({
    ...{ name: z.string(), phoneNumber: z.string(), timezone: z.string() },
    /** In which they were called or written to at the latest try; before there is one, in which they will be. */
    language: z.enum(LANGUAGES).default('en-AU'),
  }),
  scheduledTime: instant,
  callType: shownCallType,
  /** `text`: it asks by text instead of ringing; a try is a text. */
  asksBy: z.enum(ASKS_BY).default('call'),
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
  /** When the transcript is deleted; null during the call, and without a transcript. */
  transcriptKeptUntil: instant.nullable().default(null),
  attempts: z.array(attemptSchema),
  incident: incidentSchema.nullable(),
  /** The account holder cancelled it while it was under way: nobody is to be alarmed by its end. */
  wasCancelled: z.boolean(),
  /** A member reached the person: `wasCancelled` is true as well, since the call is not retried. */
  wasResolved: z.boolean().default(false),
  /** Which member that was; null where nobody knows any more, since their login was deleted. */
  resolvedBy: z.object({ id, name: z.string(), isYou: z.boolean() }).nullable().default(null),
  /** Of a recurring call that is scheduled: the occurrences before it that were skipped, the last one last. Each can be undone while it is still to come. */
  skippedTimes: z.array(instant).default([]),
  /** It rings instead of an occurrence of a schedule, whose regular time this is. */
  movedFrom: instant.nullable().default(null),
  /** The phone wants no calls: it was not rung for this one, or will not be. */
  isRefused: z.boolean().default(false),
  /** An admin of this Cooee refuses the number, and not the phone itself. */
  isRefusedByAdmin: z.boolean().default(false),
  /** Try it together: it rang once while the family was there. */
  isRehearsal: z.boolean().default(false),
  /** The loved one is away then: it is not rung, and counts as nothing. */
  away: z.boolean().default(false),
  /** The last day of that time away, `YYYY-MM-DD` on their clock. */
  awayUntil: z.string().nullable().default(null),
})
export type Call = z.infer<typeof callSchema>

/** Where the recording of a call is; those who may hear it can fetch it. With `?download=1` it comes as a file. */
export const recordingPath = (callId: number) => `/api/calls/${callId}/recording`

export const callNowAnswer = z.object({ message: z.string(), call: callSchema })
