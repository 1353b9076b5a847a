import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'
import { MAX_PASSWORD } from '../accounts.ts'
import { newPassword } from './password-reset.ts'

const currentPassword = z
  .string('Please enter your current password')
  .min(1, 'Please enter your current password')
  .max(MAX_PASSWORD, 'Password is too long')

export const changePasswordBody = z.object({ currentPassword, newPassword })
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

/** The form: what is sent, and the new password once more. */
export const changePasswordForm = changePasswordBody
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })

/** The new session of the browser that changed the password. */
export const changedPasswordSchema = z.object({ token: z.string() })

/** A browser or program that is signed in. */
export const sessionSchema = z.object({
  id,
  /** In words: "Chrome on Windows". */
  device: z.string(),
  /** The network address it signed in from; null where that was not kept. */
  address: z.string().nullable(),
  signedInAt: instant,
  /** To within a few minutes. */
  lastUsedAt: instant,
  isCurrent: z.boolean(),
})
export type SignedInSession = z.infer<typeof sessionSchema>

export const endedSessionsSchema = z.object({ ended: z.number().int(), revokedTokens: z.number().int() })

export const requestDeletionBody = z.object({
  password: z
    .string('Please enter your password')
    .min(1, 'Please enter your password')
    .max(MAX_PASSWORD, 'Password is too long'),
  /** Cancels all calls at once; left out, they go on until the account is deleted. */
  stopCalls: z.boolean().optional(),
})
export type RequestDeletionBody = z.infer<typeof requestDeletionBody>

export const plannedDeletionSchema = z.object({ deleteAt: instant })

/** Days between asking for an account to be deleted and its end. */
export const DELETION_DAYS = 7
