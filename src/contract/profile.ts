import { z } from 'zod'
import { email } from './accounts.ts'
import { cleanText } from './wire.ts'

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
    firstName: cleanText({ max: 100, required: 'First name is required' }).pipe(
      z.string().min(1, 'First name is required'),
    ),
    lastName: cleanText({ max: 100, required: 'Last name is required' }).pipe(
      z.string().min(1, 'Last name is required'),
    ),
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
  })
  .partial()
export type ProfileBody = z.infer<typeof profileBody>

/** The profile form: the whole of it. */
export const profileForm = profileBody.required()
