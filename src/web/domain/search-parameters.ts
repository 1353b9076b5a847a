import { z } from 'zod'
import { ADMIN_TABS, ADMIN_TESTS, CALL_TABS, SETTINGS_TABS } from './paths.ts'

// What an address says is typed by people: what does not fit is ignored.
const optionalText = z.coerce.string().optional().catch(undefined)
const optionalYes = z.literal(true).optional().catch(undefined)
// With or without quotes, as older links may have it.
const optionalFlag = z
  .union([z.literal(true), z.literal('true').transform(() => true as const)])
  .optional()
  .catch(undefined)
const optionalId = z.coerce.number().int().positive().optional().catch(undefined)

/** Where to go after signing in. */
export const guestSearch = z.object({ redirect: optionalText })
/** The token of a link that was mailed or texted. */
export const tokenSearch = z.object({ token: optionalText })
export const lovedOnesSearch = z.object({ add: optionalYes, edit: optionalId, away: optionalId })
/** Ids begin at 1; what is named here but can be no id becomes 0, and the screen says that nobody is selected. */
export const contactsSearch = z.object({
  lovedOneId: z.coerce.number().int().nonnegative().optional().catch(0),
  lovedOneName: optionalText,
  add: optionalYes,
})
export const callsSearch = z.object({
  tab: z.enum(CALL_TABS).optional().catch(undefined),
  lovedOneId: optionalId,
  schedule: optionalYes,
})
export const subscriptionSearch = z.object({ success: optionalFlag, canceled: optionalFlag })
export const settingsSearch = z.object({ tab: z.enum(SETTINGS_TABS).optional().catch(undefined), phone: optionalYes })
export const adminSearch = z.object({
  tab: z.enum(ADMIN_TABS).optional().catch(undefined),
  test: z.enum(ADMIN_TESTS).optional().catch(undefined),
})
