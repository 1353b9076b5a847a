import { z } from 'zod'

/** The time away that a loved one is shown with: the present one, or else the next. Apart from its forms, which few screens need. */
export const shownAwaySchema = z.object({
  from: z.string(),
  until: z.string(),
  isNow: z.boolean(),
})
export type ShownAway = z.infer<typeof shownAwaySchema>
