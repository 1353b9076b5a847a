import { z } from 'zod'
import { cleanText, id, instant, optionalName, personName } from './wire.ts'

export const ROLES = ['account_holder', 'admin'] as const

/** The signed-in person. Subscription fields are absent during the free trial. */
export const userSchema = z.object({
  id,
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  timezone: z.string(),
  role: z.enum(ROLES),
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

const email = z
  .string('Invalid email address')
  .trim()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'))
/** Long enough to be worth typing, short enough that hashing it is no attack. */
export const MAX_PASSWORD = 1024

export const registerBody = z.object({
  username: cleanText({ max: 64, required: 'Username must be at least 3 characters' }).pipe(
    z.string().min(3, 'Username must be at least 3 characters'),
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
  code: z.string('The code is not valid').max(MAX_CODE, 'The code is too long').optional(),
})
export type LoginBody = z.infer<typeof loginBody>

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

function isKnownZone(zone: string): boolean {
  // Offsets such as +10:00 are no zones: they know no daylight saving.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Every field may be left out; what is given is checked as the profile form checks it. */
export const profileBody = z
  .object({
    firstName: personName({ max: 100, min: 1, required: 'First name is required' }),
    lastName: personName({ max: 100, min: 1, required: 'Last name is required' }),
    email,
    phoneNumber: z
      .string()
      .trim()
      .max(32, 'Please enter a valid phone number')
      .refine(
        (phone) => phone === '' || phone.replace(/\D/g, '').length >= 10,
        'Phone number must be at least 10 digits',
      )
      .refine((phone) => phone === '' || /^\+?[\d\s().-]+$/.test(phone), 'Please enter a valid phone number')
      .nullable(),
    timezone: z.string().max(64, 'Please select a timezone').refine(isKnownZone, 'Please select a timezone'),
    /** Needed to change the e-mail address, or the phone number where there is one. */
    currentPassword: z.string().max(MAX_PASSWORD, 'Password is too long'),
  })
  .partial()
export type ProfileBody = z.infer<typeof profileBody>

/** The profile form: the whole of it. */
export const profileForm = profileBody.required().extend({ currentPassword: profileBody.shape.currentPassword })

/** The token of the link that goes to the old address and number. */
export const undoChangeBody = z.object({
  token: z.string('Must be the token of the link').min(1, 'Must be the token of the link').max(200),
})
export type UndoChangeBody = z.infer<typeof undoChangeBody>
