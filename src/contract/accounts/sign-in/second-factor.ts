import { z } from 'zod'
import { MAX_PASSWORD } from '../accounts.ts'

const password = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(MAX_PASSWORD, 'Password is too long')
const code = z.string('Please enter the code').trim().min(1, 'Please enter the code').max(64, 'The code is too long')

/** Whether signing in asks for a code as well. */
export const secondFactorSchema = z.object({
  isOn: z.boolean(),
  /** Codes on paper that have not been used. */
  recoveryCodesLeft: z.number().int(),
  /** Whether this account, an admin's, needs it for the admin area. */
  isRequired: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const beginSecondFactorBody = z.object({ password })
export type BeginSecondFactorBody = z.infer<typeof beginSecondFactorBody>
export const begunSecondFactorSchema = z.object({
  /** In base32, for typing it into the app. */
  secret: z.string(),
  /** The same as an `otpauth://` address, for a QR code. */
  address: z.string(),
})
export type BegunSecondFactor = z.infer<typeof begunSecondFactorSchema>

export const confirmSecondFactorBody = z.object({ code })
export type ConfirmSecondFactorBody = z.infer<typeof confirmSecondFactorBody>
/** Shown once: each signs in one time in place of a code from the app. */
export const confirmedSecondFactorSchema = z.object({ recoveryCodes: z.array(z.string()) })

export const endSecondFactorBody = z.object({ password, code })
export type EndSecondFactorBody = z.infer<typeof endSecondFactorBody>

/** What the answer 401 of a sign-in says when the password was right and a code is missing. */
export const CODE_NEEDED = 'Enter the code from your authenticator app'
