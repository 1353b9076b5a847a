import { z } from 'zod'
import { cleanText, id, idInText, instant } from '#contract/wire.ts'

/** What one account takes of phones. Cents of Australian dollars, by the operator's prices. */
const useSchema = z.object({
  /** Dials of care calls and of alerts by phone. */
  calls: z.number().int(),
  texts: z.number().int(),
  spendCents: z.number().int(),
})

export const adminAccountSchema = z.object({
  id,
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(['account_holder', 'admin']),
  /** Somebody pays for it, or the operator charges nobody. */
  isPaying: z.boolean(),
  createdAt: instant,
  /** Since when an admin keeps it from signing in and from using phones. */
  suspendedAt: instant.nullable(),
  /** Since midnight in the admin's zone. */
  today: useSchema,
  /** Since the first of the month there. */
  month: useSchema,
  /** It took more than a tenth of the phone line in the last quarter of an hour. */
  isOverLineShare: z.boolean(),
})
export type AdminAccount = z.infer<typeof adminAccountSchema>

export const ACCOUNT_SORTS = [
  'callsToday',
  'textsToday',
  'spendToday',
  'callsMonth',
  'textsMonth',
  'spendMonth',
  'name',
  'createdAt',
] as const
export type AccountSort = (typeof ACCOUNT_SORTS)[number]
export const ACCOUNTS_PAGE = 25

export const adminAccountsQuery = z.object({
  /** Part of a name, username or e-mail. */
  search: z.string().trim().max(100, 'Must be at most 100 characters').default(''),
  sort: z.enum(ACCOUNT_SORTS).default('spendToday'),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** From 1. */
  page: z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(100_000, 'Must be at most 100000')
    .default(1),
})
export type AdminAccountsQuery = z.infer<typeof adminAccountsQuery>

export const SPEND_STAGES = ['none', 'trials', 'alerts', 'all'] as const

export const adminAccountsAnswer = z.object({
  accounts: z.array(adminAccountSchema),
  /** How many there are on all pages. */
  total: z.number().int(),
  spend: z.object({
    todayCents: z.number().int(),
    /** 0: no limit. */
    limitCents: z.number().int(),
    /** What the spend of today stops. */
    stage: z.enum(SPEND_STAGES),
  }),
})
export type AdminAccountsAnswer = z.infer<typeof adminAccountsAnswer>

export const suspensionAnswer = z.object({ suspendedAt: instant.nullable() })

export const refusedNumberSchema = z.object({
  id,
  /** In E.164; null where its key is missing. */
  phoneNumber: z.string().nullable(),
  reason: z.string(),
  addedBy: z.string(),
  addedAt: instant,
})
export type RefusedNumber = z.infer<typeof refusedNumberSchema>

export const refuseNumberBody = z.object({
  phoneNumber: z
    .string('Please enter a phone number')
    .trim()
    .min(1, 'Please enter a phone number')
    .max(40, 'Please enter a valid phone number'),
  reason: cleanText({ max: 200, required: 'Please say why' }).pipe(z.string().min(1, 'Please say why')),
})
export type RefuseNumberBody = z.input<typeof refuseNumberBody>

/** `before` continues after that entry. */
export const refusedNumbersQuery = z.object({ before: idInText.optional() })
export const REFUSED_PAGE = 25
