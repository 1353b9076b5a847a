import { z } from 'zod'
import { isUnreadableText } from '#contract/unreadable-text.ts'
import { optionalText } from '#contract/wire.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { familyWordFault, plainPunctuation, spokenNameFault, spokenReminderFault } from '#core/names/spoken-words.ts'
import { cleanPhone } from '#core/phone/clean-phone.ts'
import { AUSTRALIAN_PHONE, AUSTRALIAN_PHONE_EDIT } from '#core/phone/patterns.ts'
import { LOVED_ONE_TIME_ZONES } from '#core/time-zones.ts'
import { optionalName, personName } from './names.ts'

export const RELATIONSHIPS = [
  'parent',
  'grandparent',
  'child',
  'sibling',
  'spouse',
  'friend',
  'patient',
  'client',
  'other',
] as const

export const PHONE_MESSAGE = 'Please enter a valid Australian phone number (e.g., 0491 570 156 or +61 491 570 156)'
const australianPhone = (pattern: RegExp) =>
  z
    .string(PHONE_MESSAGE)
    .trim()
    .max(40, PHONE_MESSAGE)
    .refine((typed) => pattern.test(cleanPhone(typed)), PHONE_MESSAGE)
const phoneWhenAdding = australianPhone(AUSTRALIAN_PHONE)
const phoneWhenEditing = australianPhone(AUSTRALIAN_PHONE_EDIT)
const noneOr = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => null), z.null(), schema]).optional()

const name = personName({ max: 100, min: 2, required: 'Name must be at least 2 characters' })
const zone = z.enum(LOVED_ONE_TIME_ZONES, 'Please select a timezone')

const language = z.enum(LANGUAGES, 'Please select a language')

/** None: the forecast is not looked at. Which towns there are, the server knows: their table is not loaded by every page. */
const hotDaysTown = noneOr(z.string('Please select a town').max(60, 'Please select a town'))

const ownSettings = {
  hotDaysTown,
  recordCalls: z.boolean().optional(),
  retryAttempts: z.number().int().min(0, 'Must be 0 to 5').max(5, 'Must be 0 to 5').nullish(),
  retryDelayMinutes: z.number().int().min(1, 'Must be 1 to 60').max(60, 'Must be 1 to 60').nullish(),
}
/** Said aloud by Cooee: what it may not hold is refused with the rule's own sentence. */
const spokenText = (max: number, faultOf: (text: string) => string | null) =>
  optionalText({ max })
    .transform((text) => (typeof text === 'string' ? plainPunctuation(text) || null : text))
    .superRefine((text, context) => {
      const fault = typeof text === 'string' && !isUnreadableText(text) ? faultOf(text) : null
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })

const freeTexts = {
  preferredName: spokenText(60, spokenNameFault),
  familyWord: spokenText(30, familyWordFault),
  reminderText: spokenText(120, spokenReminderFault),
  address: optionalText({ max: 200 }),
  accessNote: optionalText({ max: 500, multiline: true }),
  notes: optionalText({ max: 2000, multiline: true }),
  medicalConditions: optionalText({ max: 2000, multiline: true }),
  emergencyContactName: optionalName({ max: 100 }),
}

export const addLovedOneBody = z.object({
  name,
  phoneNumber: phoneWhenAdding,
  timezone: zone.default('Australia/Sydney'),
  language: language.default('en-AU'),
  relationship: noneOr(z.enum(RELATIONSHIPS)).default('other'),
  ...freeTexts,
  emergencyContactPhone: noneOr(phoneWhenAdding),
  ...ownSettings,
  secondPhoneNumber: noneOr(phoneWhenAdding),
})
export type AddLovedOneBody = z.infer<typeof addLovedOneBody>

export const editLovedOneBody = z
  .object({
    name,
    phoneNumber: phoneWhenEditing,
    timezone: zone,
    language,
    relationship: noneOr(z.enum(RELATIONSHIPS)),
    ...freeTexts,
    emergencyContactPhone: noneOr(phoneWhenEditing),
    ...ownSettings,
    secondPhoneNumber: noneOr(phoneWhenEditing),
    /** Somebody was asked about the hour: the new timezone lets a single call ring from 21:00 to 7:00 there. */
    confirmNight: z.boolean(),
  })
  .partial()
export type EditLovedOneBody = z.infer<typeof editLovedOneBody>

/** The default for a loved one without their own settings: how often a call is retried, and after how long. */
export const callDefaultsSchema = z.object({ retryAttempts: z.number().int(), retryDelaySeconds: z.number().int() })
export type CallDefaults = z.infer<typeof callDefaultsSchema>
