import { z } from 'zod'
import { localDate, optionalText } from '#contract/wire.ts'
import { CONTACT_STATES } from '#core/contacts/contact-state.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { LOVED_ONE_TIME_ZONES } from '#core/time-zones.ts'

/** Said of every link that is forged, or of somebody who was removed or has another number: which of them, nobody learns. */
export const CONTACT_LINK_NOT_VALID = 'This link no longer works.'

/** Zones that a contact may live in: those of loved ones, and New Zealand's. */
export const CONTACT_TIME_ZONES = [...LOVED_ONE_TIME_ZONES, 'Pacific/Auckland'] as const

export const MAX_MINUTES_TO_GET_THERE = 600

/** When somebody can be reached, and how far they are. */
const availability = {
  /** Empty: every day. */
  days: z.array(z.enum(WEEK_DAYS)).max(7),
  /** `HH:MM` in `zone`; both null: at any hour. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  zone: z.string(),
  /** `YYYY-MM-DD`: the first day on which they can be reached again. */
  awayUntil: z.string().nullable(),
  minutesAway: z.number().int().nullable(),
  hasKey: z.boolean(),
}
export const availabilitySchema = z.object(availability)
export type ContactAvailability = z.infer<typeof availabilitySchema>

/** What the link in the question opens: for the contact alone. */
export const contactPageSchema = z.object({
  name: z.string(),
  lovedOneName: z.string(),
  /** Who added them; null when no name was given. */
  askedBy: z.string().nullable(),
  state: z.enum(CONTACT_STATES),
  ...availability,
  /** What they wrote about the key. */
  keyNote: z.string().nullable(),
  /** The number that Cooee rings and writes from, as people write it. */
  ownNumber: z.string(),
  /** The whole address of its contact card. */
  vcardUrl: z.string(),
})
export type ContactPage = z.infer<typeof contactPageSchema>

/** `stop`: no calls and no texts of Cooee to this phone any more, no matter who asks for them. */
export const answerContactBody = z.object({ answer: z.enum(['yes', 'no', 'stop']) })
export type AnswerContactBody = z.infer<typeof answerContactBody>

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, such as 08:00')

/** Changes what is given, and leaves the rest. */
export const editContactPageBody = z
  .object({
    days: z
      .array(z.enum(WEEK_DAYS))
      .max(7)
      .transform((days) => WEEK_DAYS.filter((day) => days.includes(day))),
    from: timeOfDay.nullable(),
    to: timeOfDay.nullable(),
    zone: z.enum(CONTACT_TIME_ZONES, 'Please select a timezone'),
    awayUntil: localDate.nullable(),
    minutesAway: z
      .number('Please give the minutes as a number')
      .int('Please give whole minutes')
      .min(0, 'Please give 0 minutes or more')
      .max(MAX_MINUTES_TO_GET_THERE, `Please give ${MAX_MINUTES_TO_GET_THERE} minutes or fewer`)
      .nullable(),
    hasKey: z.boolean(),
    keyNote: optionalText({ max: 120 }),
  })
  .partial()
  .refine(({ from, to }) => (from == null) === (to == null), {
    path: ['to'],
    message: 'Please give both times, or neither',
  })
  .refine(({ from, to }) => from == null || from !== to, { path: ['to'], message: 'Please give two different times' })
export type EditContactPageBody = z.infer<typeof editContactPageBody>
