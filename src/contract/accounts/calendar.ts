import { z } from 'zod'
import { instant } from '#contract/wire.ts'

export const calendarBody = z.object({
  /** Whether the events name whom the calls are to. */
  showNames: z.boolean('Please say yes or no').default(false),
})

/** A member's calendar; its address is never shown again. */
export const calendarSchema = z.object({
  isOn: z.boolean(),
  showNames: z.boolean(),
  /** When its present address was made. */
  createdAt: instant.nullable(),
})
export type Calendar = z.infer<typeof calendarSchema>

/** The address, returned once. Anyone with it can read the calendar. */
export const newCalendarSchema = calendarSchema.extend({ address: z.string() })
