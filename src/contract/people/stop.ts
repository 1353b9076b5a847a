import { z } from 'zod'

const phoneNumber = z
  .string('Phone number is required')
  .trim()
  .min(1, 'Phone number is required')
  .max(40, 'Please enter a valid phone number')

/** Six digits from a text, as somebody types them. */
export const phoneCode = z
  .string('Please enter the code')
  .trim()
  .regex(/^\d{6}$/, 'Please enter the six digits of the code')

export const stopCodeBody = z.object({ phoneNumber })

/** The same for every number, so that it says nothing about who is known here. */
export const STOP_CODE_SENT = 'If we can text this phone, the code arrives within a minute.'

export const STOP_CODE_WRONG = "That code isn't right, or it's older than 15 minutes. Please ask for a new one."

export const stopBody = z
  .object({
    phoneNumber,
    code: phoneCode,
    calls: z.boolean(),
    texts: z.boolean(),
  })
  .refine(({ calls, texts }) => calls || texts, { path: ['calls'], message: 'Please choose calls, texts, or both' })
export type StopBody = z.infer<typeof stopBody>
