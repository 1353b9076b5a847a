import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'
import { LANGUAGES } from '#core/languages/language.ts'

/** One more call that is offered for a very hot day. */
export const hotDayOfferSchema = z.object({
  id,
  lovedOneId: id,
  lovedOneName: z.string(),
  /** The loved one's zone, by whose clock the day and the times go. */
  timezone: z.string(),
  /** "Mildura" */
  town: z.string(),
  /** `2026-01-14` */
  day: z.string(),
  isToday: z.boolean(),
  /** The highest temperature that is forecast, in whole degrees Celsius. */
  degrees: z.number().int(),
  /** When we would ring, `14:00`; another time of that day can be chosen. */
  proposedTime: z.string(),
  /** What is said in the call, in English. */
  says: z.string(),
  /** In which it is said. */
  language: z.enum(LANGUAGES),
  /** When that forecast was fetched. */
  fetchedAt: instant,
})
export type HotDayOffer = z.infer<typeof hotDayOfferSchema>

export const hotDaysSchema = z.object({
  /** Whether this Cooee looks at forecasts at all. */
  isOn: z.boolean(),
  /** The sandbox makes them up. */
  isMadeUp: z.boolean().optional(),
  /** The offers that nobody has decided about, the earliest first; at most 200. */
  offers: z.array(hotDayOfferSchema),
  /** The towns that are chosen for loved ones, by their ids, with the age of what we know of them; null: nothing yet. */
  towns: z.array(z.object({ town: z.string(), fetchedAt: instant.nullable() })),
})
export type HotDays = z.infer<typeof hotDaysSchema>

/** A town that can be chosen for a loved one. */
export const townChoiceSchema = z.object({ id: z.string(), name: z.string(), state: z.string() })
export type TownChoice = z.infer<typeof townChoiceSchema>

const CHOOSE_TIME = 'Please choose a time, like 14:00'
export const acceptHotDayBody = z.object({
  /** On the loved one's clock, on the day of the offer; left out: the time that is proposed. */
  timeOfDay: z
    .string(CHOOSE_TIME)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, CHOOSE_TIME)
    .optional(),
})
export type AcceptHotDayBody = z.infer<typeof acceptHotDayBody>

/** The call that was scheduled, by this request or by another member's a moment before. */
export const acceptedHotDaySchema = z.object({ callId: id, scheduledTime: instant })
export type AcceptedHotDay = z.infer<typeof acceptedHotDaySchema>
