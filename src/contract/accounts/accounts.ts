import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'
import { circleSchema } from './circle.ts'

export const ROLES = ['account_holder', 'admin'] as const

/** The signed-in person. Subscription fields are absent during the free trial. */
export const userSchema = z.object({
  id,
  username: z.string(),
  email: z.string(),
  /** Whether the link that was mailed to this address was opened. */
  emailVerified: z.boolean(),
  /** No address of the account was ever verified: no phone rings and no text leaves for it. After a change of address calls go on. */
  callsWaitForEmail: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** Whether a code in a text verified that our texts reach this number. Nothing is stopped where it was not. */
  phoneVerified: z.boolean(),
  timezone: z.string(),
  role: z.enum(ROLES),
  /** The circle that the session is in, and what the person may do there. */
  circle: circleSchema.extend({ mayHearCalls: z.boolean() }),
  /** All circles that they belong to: their own first. */
  circles: z.array(circleSchema),
  subscriptionPlan: z.string().nullish(),
  subscriptionStatus: z.string().nullish(),
  subscriptionRenewalDate: z.string().nullish(),
  subscriptionAddOns: z.array(z.string()).nullish(),
  /** When the account is deleted; absent unless its holder has asked for it. */
  deleteAt: instant.nullish(),
})
export type User = z.infer<typeof userSchema>
/** What of it the subscription says. */
export type SubscriptionFields = Pick<User, Extract<keyof User, `subscription${string}`>>

export const authSchema = z.object({ user: userSchema, token: z.string() })
export type Auth = z.infer<typeof authSchema>

/** An address, trimmed. */
export const email = z
  .string('Invalid email address')
  .trim()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))
/** Long enough to be worth typing, short enough that hashing it is no attack. */
export const MAX_PASSWORD = 1024
