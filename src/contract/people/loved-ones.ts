import { z } from 'zod'
import { consentsSchema, triedSchema } from '#contract/people/consents.ts'
import { shownAwaySchema } from '#contract/people/shown-away.ts'
import { id, instant, shownCallType } from '#contract/wire.ts'
import { ASKS_BY, ATTEMPT_OUTCOMES } from '#core/calls/call-vocabulary.ts'
import { LANGUAGES } from '#core/languages/language.ts'

const helpRequestSchema = z.object({
  /** "Margaret texted us for help", without a full stop. */
  headline: z.string(),
  status: z.enum(['running', 'owned', 'unresolved']),
  owner: z.string().nullable(),
})

export const lovedOneSchema = z.object({
  id,
  name: z.string(),
  phoneNumber: z.string(),
  timezone: z.string(),
  relationship: z.string().nullable(),
  /** What they are called on the phone; null: by the first word of the name. */
  preferredName: z.string().nullable(),
  /** In which they are called and texted. */
  language: z.enum(LANGUAGES).default('en-AU'),
  /** Said after the greeting of every call, so that they know it is genuine; null: nothing. */
  familyWord: z.string().nullable(),
  /** Said in a medication reminder, after a key was pressed; null: the usual words alone. */
  reminderText: z.string().nullable(),
  notes: z.string().nullable(),
  medicalConditions: z.string().nullable(),
  address: z.string().nullable(),
  /** How to get in: shown with the address to the person who takes an incident on. */
  accessNote: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  recordCalls: z.boolean(),
  retryAttempts: z.number().int().nullable(),
  retryDelayMinutes: z.number().int().nullable(),
  secondPhoneNumber: z.string().nullable(),
  /** The town whose forecast we look at; null: none. */
  hotDaysTown: z.string().nullable().default(null),
  /** Since when their phone wants no calls, as that phone has said: it is not rung. Null: takes them. */
  callsRefusedAt: instant.nullable().default(null),
  /** An admin of this Cooee refuses the number, and not the phone itself. */
  isRefusedByAdmin: z.boolean().default(false),
  /** What they have decided themselves. */
  consents: consentsSchema,
  /** Whether a call to their number was tried. */
  tried: triedSchema,
  /** Whether anybody but the account holder is notified when they are not reached. */
  hasEmergencyContact: z.boolean(),
  /** Whether the people who are notified really come. `reason`: what is wrong and how to mend it, as sentences. */
  contactsHealth: z
    .object({
      state: z.enum(['good', 'amber', 'red']),
      reason: z.string().nullable(),
      /** How many have agreed. */
      agreed: z.number().int(),
    })
    .default({ state: 'good', reason: null, agreed: 0 }),
  /** The present time away, else the next one; null: none is set. */
  away: shownAwaySchema.nullish(),
  activeServices: z.array(shownCallType),
  /** The earliest that is scheduled or under way; of one that waits for another try, when that is due. */
  nextCall: z
    .object({
      scheduledTime: instant,
      callType: shownCallType,
      asksBy: z.enum(ASKS_BY).default('call'),
      nextTryAt: instant.nullable().default(null),
      /** They are away then: it is not rung. */
      away: z.boolean().optional(),
      /** How the last try ended; null unless another is due. */
      lastOutcome: z.enum(ATTEMPT_OUTCOMES).nullable().default(null),
    })
    .nullable(),
  /** A help request that they made outside of a call, so that no call shows it: until it has ended well. */
  helpRequested: helpRequestSchema.nullable().default(null),
  /** The same under its name of before: sent and read for one release. */
  cryForHelp: helpRequestSchema.nullable().default(null),
})
export type LovedOne = z.infer<typeof lovedOneSchema>

/** What an edit answers. `keptCalls`: which calls stay at their moment although the zone is another, as sentences; only where some do. */
export const editedLovedOneSchema = lovedOneSchema.extend({ keptCalls: z.string().optional() })
