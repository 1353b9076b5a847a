import { z } from 'zod'
import { instant } from '#contract/wire.ts'
import { INCIDENT_CAUSES } from '#core/escalation/incident-cause.ts'

/** Said of every link that is forged, expired, or of somebody who was removed: which of them, nobody learns. */
export const LINK_NOT_VALID = 'This link no longer works.'

export const INCIDENT_ANSWERS = ['calling', 'going', 'ok', 'cannot'] as const
export const MAX_MINUTES_AWAY = 240
export const MINUTES_WANTED = `Please give 1 to ${MAX_MINUTES_AWAY} minutes`

/** What a person answers on an incident's page; `minutes` says how far away somebody is who goes there. */
export const answerIncidentBody = z
  .object({
    answer: z.enum(INCIDENT_ANSWERS, 'Please choose an answer'),
    minutes: z
      .number(MINUTES_WANTED)
      .int(MINUTES_WANTED)
      .min(1, MINUTES_WANTED)
      .max(MAX_MINUTES_AWAY, MINUTES_WANTED)
      .nullish(),
    /** With `ok`: `asOf` of the view that the person answers. What was asked for after it is not closed by this answer. */
    asOf: instant.optional(),
  })
  .refine(({ answer, minutes }) => answer !== 'going' || typeof minutes === 'number', {
    path: ['minutes'],
    message: MINUTES_WANTED,
  })
export type AnswerIncidentBody = z.infer<typeof answerIncidentBody>

const notifiedPeople = z.array(
  z.object({
    name: z.string(),
    isYou: z.boolean(),
    isOwner: z.boolean(),
    hasDeclined: z.boolean(),
    alerts: z.array(
      z.object({
        at: instant,
        channel: z.enum(['email', 'sms', 'call']),
        outcome: z.string(),
        /** What it said, without a full stop; null where the incident is about one thing alone. */
        about: z.string().nullable().default(null),
      }),
    ),
  }),
)

/** An incident as its people see it without signing in: nothing about health, the kind of call, the account or anybody else's number. */
export const incidentSchema = z.object({
  status: z.enum(['running', 'owned', 'resolved', 'unresolved']),
  lovedOne: z.object({ name: z.string(), phoneNumber: z.string(), timezone: z.string() }),
  /** Who asked for the call; null when no name was given. */
  askedBy: z.string().nullable(),
  /** `hasDeclined`: said "I can't" to this incident. Pages that are open read this name. */
  you: z.object({ name: z.string(), hasDeclined: z.boolean() }),
  cause: z.enum(INCIDENT_CAUSES),
  /** What happened, without a full stop. */
  headline: z.string(),
  /** Why, or how sure it is, as a sentence. */
  detail: z.string().nullable(),
  /** The words as heard, maybe not word for word; the account holder alone reads them. */
  heard: z.string().nullable(),
  /** All that it is or was about, in the order in which it became known; the headline is of the most severe that stands. */
  causes: z
    .array(
      z.object({
        cause: z.enum(INCIDENT_CAUSES),
        /** What happened, without a full stop, with the date where it was not today. */
        headline: z.string(),
        detail: z.string().nullable(),
        heard: z.string().nullable(),
        /** When the call was due, or when help was asked for. */
        at: instant,
        /** Nobody is needed for it any more. */
        isOver: z.boolean(),
        /** No person had raised it. */
        isWithdrawn: z.boolean(),
      }),
    )
    .default([]),
  /** What happens by itself if nobody does anything, as a sentence; null once it has ended. */
  nextStep: z.string().nullable(),
  /** When it began: when the first of what it is about was due, or happened. */
  openedAt: instant,
  lastAnsweredAt: instant.nullable(),
  attempts: z.array(
    z.object({
      at: instant,
      outcome: z.string(),
      /** Whether the phone rang: a rejected number does not. */
      hasRung: z.boolean().default(true),
    }),
  ),
  notified: notifiedPeople,
  /** The same under its name of before: sent for one release. */
  told: notifiedPeople.optional(),
  /** Who looks after it, and until when they have it without a further report. */
  owner: z
    .object({
      name: z.string(),
      isYou: z.boolean(),
      intent: z.enum(['calling', 'going']),
      minutes: z.number().int().nullable(),
      since: instant,
      until: instant,
    })
    .nullable(),
  /** `isReminderOpen`: they have answered, and nothing of what a call was to ask: it is no all-clear. */
  ended: z.object({ at: instant, how: z.string(), isReminderOpen: z.boolean().default(false) }).nullable(),
  /** It has ended because no person had raised it: a mistake of ours, and no all-clear. */
  isWithdrawn: z.boolean(),
  /** Where to go and how to get in: for the account holder and for the person who owns it, else null. */
  place: z.object({ address: z.string().nullable(), accessNote: z.string().nullable() }).nullable().default(null),
  /** The server's clock at this answer, to count the time that is left by. */
  asOf: instant,
  /** The call's page in the app, for the account holder. */
  detailsPath: z.string().nullable(),
})
export type Incident = z.infer<typeof incidentSchema>

/** An incident of the account that has not ended, for the strip above every screen. */
export const openIncidentSchema = z.object({
  id: z.number().int(),
  lovedOne: z.object({ id: z.number().int(), name: z.string(), phoneNumber: z.string() }),
  cause: z.enum(INCIDENT_CAUSES),
  /** What happened, without a full stop. */
  headline: z.string(),
  status: z.enum(['running', 'owned', 'unresolved']),
  /** Who takes care of it. */
  owner: z.string().nullable(),
  isYours: z.boolean(),
  /** Somebody besides the account holder was alerted, and is notified of the end. */
  areOthersAlerted: z.boolean().default(false),
  /** When help was last asked for, or words were not understood, of what is still open; null: it is about no words. */
  askedAt: instant.nullable().default(null),
  /** The path of the account holder's own page of it. */
  link: z.string(),
})
export type OpenIncidentView = z.infer<typeof openIncidentSchema>
