import { z } from 'zod'
import { cleanText, id, instant } from '#contract/wire.ts'
import { MAX_PASSWORD } from './accounts.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

/** Days until a token ends, at the most. */
export const MAX_TOKEN_DAYS = 365
/** Tokens of a member that can be used at once. */
export const MAX_TOKENS = 20

export const accessTokenSchema = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.string()),
  /** The last four characters, by which it is told from others. */
  lastFour: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** To within a few minutes; null: never. */
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
})
export type AccessToken = z.infer<typeof accessTokenSchema>

export const createAccessTokenBody = z.object({
  name: cleanText({ max: 60, required: 'Please enter a name' }).pipe(z.string().min(1, 'Please enter a name')),
  scopes: z
    .array(z.enum(TOKEN_SCOPES, 'Not a scope that there is'), 'Please choose what the token may do')
    .min(1, 'Please choose what the token may do')
    .max(TOKEN_SCOPES.length, 'Please choose each scope once')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Please choose each scope once'),
  expiresInDays: z
    .number('Please choose when the token ends')
    .int('Must be a whole number')
    .min(1, 'Must be at least 1 day')
    .max(MAX_TOKEN_DAYS, `Must be at most ${MAX_TOKEN_DAYS} days`),
  password: z
    .string('Please enter your password')
    .min(1, 'Please enter your password')
    .max(MAX_PASSWORD, 'Password is too long'),
  /** Of the authenticator app, or a recovery code, where signing in asks for one. */
  code: z.string('Please enter the code').trim().max(64, 'The code is too long').optional(),
})
export type CreateAccessTokenBody = z.infer<typeof createAccessTokenBody>

/** `token` is shown this once; afterwards nobody knows it but its holder. */
export const createdAccessTokenSchema = accessTokenSchema.extend({ token: z.string() })
export type CreatedAccessToken = z.infer<typeof createdAccessTokenSchema>
