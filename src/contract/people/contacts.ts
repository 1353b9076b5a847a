import { z } from 'zod'
import { id, instant, optionalText } from '#contract/wire.ts'
import { CONTACT_STANDINGS, CONTACT_STATES } from '#core/contacts/contact-state.ts'
import { cleanPhone } from '#core/phone/clean-phone.ts'
import { availabilitySchema } from './contact-page.ts'
import { personName } from './names.ts'

export const CONTACT_TYPES = ['family', 'friend', 'caregiver', 'emergency'] as const

const fields = {
  name: personName({ max: 100, min: 1, required: 'Contact name is required' }),
  phoneNumber: z
    .string('Phone number is required')
    .trim()
    .min(1, 'Phone number is required')
    .max(40, 'Please enter a valid phone number')
    .refine((typed) => /^\+?\d{6,}$/.test(cleanPhone(typed)), 'Please enter a valid phone number'),
  relationship: optionalText({ max: 100 }),
  notes: optionalText({ max: 2000, multiline: true }),
}

export const addContactBody = z.object({
  lovedOneId: id,
  ...fields,
  contactType: z.enum(CONTACT_TYPES).default('family'),
  isEmergencyContact: z.boolean().default(false),
})
export type AddContactBody = z.infer<typeof addContactBody>

export const editContactBody = z
  .object({ ...fields, contactType: z.enum(CONTACT_TYPES), isEmergencyContact: z.boolean() })
  .partial()
export type EditContactBody = z.infer<typeof editContactBody>

export const contactSchema = z.object({
  id,
  lovedOneId: id,
  name: z.string(),
  phoneNumber: z.string(),
  contactType: z.enum(CONTACT_TYPES),
  isEmergencyContact: z.boolean(),
  relationship: z.string().nullable(),
  notes: z.string().nullable(),
  /** Since when the contact's phone takes no text messages, as that phone has said; null: takes them. */
  textsStoppedAt: instant.nullable().default(null),
  /** The same of calls. */
  callsStoppedAt: instant.nullable().default(null),
  state: z.enum(CONTACT_STATES).default('asked'),
  /** The state, and whether the last question has been left open for three weeks. */
  standing: z.enum(CONTACT_STANDINGS).default('waiting'),
  /** When they were asked last; null: not yet. */
  askedAt: instant.nullable().default(null),
  answeredAt: instant.nullable().default(null),
  /** When the last text of ours arrived at their phone. */
  lastDeliveredAt: instant.nullable().default(null),
  /** As they have said on their own page. */
  availability: availabilitySchema.nullable().default(null),
  isReachableNow: z.boolean().default(true),
  keyNote: z.string().nullable().default(null),
})
export type Contact = z.infer<typeof contactSchema>

/** Needed to remove the last contact who can be reached: somebody was asked about it. */
export const removeContactQuery = z.object({ confirmLast: z.enum(['true', 'false']).optional() })

export const contactsQuery = z.object({
  lovedOneId: z.string("Please say whose contacts you'd like: the lovedOneId is missing.").transform(Number).pipe(id),
})

export const orderContactsBody = z.object({
  lovedOneId: id,
  /** All contacts of the loved one, each once, first to last. */
  contactIds: z
    .array(id)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, 'Each contact may be named once'),
})
export type OrderContactsBody = z.infer<typeof orderContactsBody>
