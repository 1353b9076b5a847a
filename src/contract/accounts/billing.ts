import { z } from 'zod'
import { instant, shownCallType } from '#contract/wire.ts'
import { ADD_ON_IDS, type AddOnId } from '#core/plans/prices.ts'

const addOnId = z.enum(ADD_ON_IDS, 'Please select a known add-on')
/** Each add-on once, in the order of the plan, however it was sent. */
const addOnList = z
  .array(addOnId, 'Please say which add-ons')
  .max(20, 'Please select a known add-on')
  .transform((list): AddOnId[] => ADD_ON_IDS.filter((known) => list.includes(known)))

/** The whole new list. */
export const updateSubscriptionBody = z.object({
  addOns: addOnList,
  /** Cancels the calls of what is removed; left out, an add-on in use stays. */
  endCalls: z.boolean().optional(),
})
export type UpdateSubscriptionBody = z.infer<typeof updateSubscriptionBody>

/** Subscribing; with add-ons from the start where they are wanted. The body may be left out. */
export const initSubscriptionBody = z.object({ addOns: addOnList.default([]) }).nullish()

/** Where the payment is made: the client opens `url`. `clientSecret` names the checkout. */
export const initSubscriptionAnswer = z.object({ clientSecret: z.string(), url: z.string() })

/** A page of the card provider on which the card is changed. */
export const portalAnswer = z.object({ url: z.string() })

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  date: instant,
  /** US dollars. */
  amount: z.number(),
  status: z.string(),
  url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoiceSchema>
export const billingHistory = z.object({ invoices: z.array(invoiceSchema) })

export const paymentMethodSchema = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  /** It is charged for the plan. */
  paysPlan: z.boolean(),
})
export type PaymentMethod = z.infer<typeof paymentMethodSchema>
export const paymentMethods = z.object({ paymentMethods: z.array(paymentMethodSchema) })

const shownAddOns = z.array(z.string())
/** Where an account stands, as `core/plans/standing` says it. */
export const standingSchema = z.union([
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('trial'), endsAt: instant }),
  z.object({ kind: z.literal('active'), addOns: shownAddOns, renewsAt: instant, cancelsAt: instant.nullable() }),
  z.object({
    kind: z.literal('past_due'),
    addOns: shownAddOns,
    since: instant,
    suspendsAt: instant,
    cancelsAt: instant.nullable(),
  }),
  z.object({
    kind: z.literal('lapsed'),
    cause: z.enum(['trial_over', 'ended']),
    since: instant,
    suspendsAt: instant,
  }),
  z.object({
    kind: z.literal('suspended'),
    cause: z.enum(['trial_over', 'ended', 'past_due']),
    since: instant,
    cancelsAt: instant.nullable(),
  }),
])

/** What the account may use, and how much of it is used. */
export const subscriptionSchema = z.object({
  standing: standingSchema,
  /** Types of calls that were scheduled in the trial and end, since their add-on was not taken; null: none. */
  endingTypes: z
    .object({ callTypes: z.array(shownCallType), at: instant })
    .nullable()
    .default(null),
  usage: z.object({
    /** Calls of the month that began at `since`: placed in it, and booked for it, those of recurring schedules included; no retries, alerts or test calls. */
    calls: z.number().int(),
    since: instant,
    /** When the month ends; calls after it count for the next month. */
    until: instant,
    lovedOnes: z.number().int(),
    /** Null without limits. */
    callsPerMonth: z.number().int().nullable(),
    lovedOnesAtMost: z.number().int().nullable(),
  }),
})
export type Subscription = z.infer<typeof subscriptionSchema>
