import { z } from 'zod'

/** The token of the link that was mailed to the address. */
export const verifyEmailBody = z.object({
  token: z.string('Must be the token of the link').min(1, 'Must be the token of the link').max(200),
})
export const VERIFY_FAILED = 'This link has expired or has already been used.'
