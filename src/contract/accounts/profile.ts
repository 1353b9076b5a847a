import { z } from 'zod'
import { personName } from '#contract/people/names.ts'
import { cleanPhone } from '#core/phone/clean-phone.ts'
import { email, MAX_PASSWORD } from './accounts.ts'

function isKnownZone(zone: string): boolean {
  // Offsets such as +10:00 are not zones: they have no daylight saving.
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
      .max(40, 'Please enter a valid phone number')
      .refine(
        (phone) => phone === '' || phone.replace(/\D/g, '').length >= 10,
        'Phone number must be at least 10 digits',
      )
      .refine((phone) => phone === '' || /^\+?\d+$/.test(cleanPhone(phone)), 'Please enter a valid phone number')
      .nullable(),
    timezone: z.string().max(64, 'Please select a timezone').refine(isKnownZone, 'Please select a timezone'),
    /** Needed to change the e-mail address, or an existing phone number. */
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
