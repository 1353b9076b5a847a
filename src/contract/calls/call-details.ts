import { z } from 'zod'
import { tryFinding } from '#contract/people/consents.ts'
import { instant } from '#contract/wire.ts'
import { callSchema } from './calls.ts'

const escalationSchema = z.object({
  status: z.enum(['running', 'acknowledged', 'unresolved']),
  owner: z.string().nullable(),
  /** The account holder owns it. */
  isYours: z.boolean().default(false),
  /** When and how it ended, as a sentence; null while it goes on. */
  ended: z.object({ at: instant, how: z.string() }).nullable().default(null),
  /** Everything that people were notified of together: this call, and what else was open for the same person. */
  causes: z.array(z.object({ callId: z.number().int().nullable(), headline: z.string(), at: instant })).default([]),
  steps: z.array(
    z.object({
      at: instant,
      channel: z.string(),
      contactName: z.string(),
      /** Empty for the address of another member, unless the account holder reads it. */
      to: z.string(),
      outcome: z.string(),
      /** What it said: "that all's well". Empty where it asked for somebody to check. */
      news: z.string().default(''),
    }),
  ),
})

/** What can stand in a timeline: of the call itself, then of the incident that followed from it. */
export const TIMELINE_KINDS = [
  'scheduled',
  'changed',
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
  'away',
  'cancelled',
  'told',
  'replied',
  'owned',
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
  /** The path of the account holder's page of the incident, if any. */
  incidentLink: z.string().nullable(),
  /** The day a monthly schedule means, which the date of a call in a shorter month does not show. */
  dayOfMonth: z.number().int().nullable(),
  /** Whether this member may hear the call: without it, transcript, recording and what was said are left out. */
  mayHear: z.boolean().default(true),
  /** What Try it together found; null for every other call, and while it is under way. */
  finding: tryFinding.nullable().default(null),
})
export type CallDetails = z.infer<typeof callDetailsSchema>

/** `catchUpAt` is when we ring all the same: the skipped call would have made up for one that we couldn't make. */
export const skippedCallSchema = callDetailsSchema.extend({ catchUpAt: instant.nullable() })
