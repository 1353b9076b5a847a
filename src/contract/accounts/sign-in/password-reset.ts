import { z } from 'zod'
import { MAX_PASSWORD } from '../accounts.ts'

export const requestResetBody = z.object({
  email: z
    .string('Please enter a valid email address')
    .trim()
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
})
/** Said whether or not the address is known. */
export const RESET_REQUESTED_MESSAGE =
  "If an account with this email exists, you'll receive a password reset link shortly."

/** A password for an account that is there: as the reset form checks it. */
export const newPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`)
  .regex(/[A-Z]/, 'Password must contain at least one uppercase letter')
  .regex(/[a-z]/, 'Password must contain at least one lowercase letter')
  .regex(/[0-9]/, 'Password must contain at least one number')

const RESET_TOKEN_MISSING = 'Reset token is missing. Please try again.'
export const RESET_FAILED = 'Failed to reset password. The token may be invalid or expired.'
export const resetPasswordBody = z.object({
  token: z.string(RESET_TOKEN_MISSING).min(1, RESET_TOKEN_MISSING).max(512, RESET_FAILED),
  password: newPassword,
})

export const resetPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })
