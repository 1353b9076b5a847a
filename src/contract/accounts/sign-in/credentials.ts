import { z } from 'zod'
import { optionalName } from '#contract/people/names.ts'
import { cleanText } from '#contract/wire.ts'
import { hasHiddenSigns, NO_HIDDEN_SIGNS } from '#core/names/name-fault.ts'
import { email, MAX_PASSWORD } from '../accounts.ts'

export const registerBody = z.object({
  username: cleanText({ max: 64, required: 'Username must be at least 3 characters' }).pipe(
    z
      .string()
      .min(3, 'Username must be at least 3 characters')
      .refine((username) => !hasHiddenSigns(username), NO_HIDDEN_SIGNS),
  ),
  email,
  password: z
    .string('Password must be at least 8 characters')
    .min(8, 'Password must be at least 8 characters')
    .max(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`),
  firstName: optionalName({ max: 100 }),
  lastName: optionalName({ max: 100 }),
})
export type RegisterBody = z.infer<typeof registerBody>

/** The register form: what is sent, and the password once more. */
export const registerForm = registerBody
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

const MAX_CODE = 64

export const loginBody = z.object({
  username: cleanText({ max: 254, required: 'Username is required' }).pipe(z.string().min(1, 'Username is required')),
  password: z.string('Password is required').min(1, 'Password is required').max(MAX_PASSWORD, 'Password is too long'),
  /** Of accounts with a second factor: from the authenticator app, or a recovery code. */
  code: z.string("That code isn't right").max(MAX_CODE, 'The code is too long').optional(),
})
export type LoginBody = z.infer<typeof loginBody>
