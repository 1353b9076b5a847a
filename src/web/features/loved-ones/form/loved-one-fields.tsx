import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type AddLovedOneBody, type addLovedOneBody, RELATIONSHIPS } from '#contract/people/loved-one-forms.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { titleCase } from '#core/format/title-case.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { DEFAULT_TIME_ZONE, isLovedOneTimeZone, TIME_ZONE_OPTIONS } from '#core/time-zones.ts'
import { TextareaField, TextField } from '#web/ui/form/form-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

/** What is typed into the form, before the contract cleans it. */
export type LovedOneFormInput = z.input<typeof addLovedOneBody>
export type LovedOneForm = UseFormReturn<LovedOneFormInput, unknown, AddLovedOneBody>

/** What of a loved one is not typed by anybody. */
type Computed =
  | 'id'
  | 'callsRefusedAt'
  | 'isRefusedByAdmin'
  | 'consents'
  | 'tried'
  | 'away'
  | 'contactsHealth'
  | 'hasEmergencyContact'
  | 'activeServices'
  | 'nextCall'
  | 'helpRequested'
  | 'cryForHelp'

/** What every field of the form holds at first, in the order of the screen: the first that is wrong gets the focus. `null`: a new loved one. */
export function formValues(lovedOne: LovedOne | null) {
  return {
    name: lovedOne?.name ?? '',
    phoneNumber: displayPhone(lovedOne?.phoneNumber ?? ''),
    timezone: zoneValue(lovedOne),
    relationship: relationshipValue(lovedOne),
    language: lovedOne?.language ?? 'en-AU',
    notes: lovedOne?.notes ?? '',
    medicalConditions: lovedOne?.medicalConditions ?? '',
    emergencyContactName: lovedOne?.emergencyContactName ?? '',
    emergencyContactPhone: displayPhone(lovedOne?.emergencyContactPhone ?? ''),
    address: lovedOne?.address ?? '',
    accessNote: lovedOne?.accessNote ?? '',
    preferredName: lovedOne?.preferredName ?? '',
    familyWord: lovedOne?.familyWord ?? '',
    reminderText: lovedOne?.reminderText ?? '',
    secondPhoneNumber: displayPhone(lovedOne?.secondPhoneNumber ?? ''),
    hotDaysTown: lovedOne?.hotDaysTown ?? null,
    recordCalls: lovedOne?.recordCalls ?? false,
    retryAttempts: lovedOne?.retryAttempts ?? null,
    retryDelayMinutes: lovedOne?.retryDelayMinutes ?? null,
    // A field that the form or the contract lacks is a type error here.
  } satisfies LovedOneFormInput & Record<keyof LovedOneFormInput | Exclude<keyof LovedOne, Computed>, unknown>
}

/** A zone that is offered no more has to be chosen again. */
function zoneValue(lovedOne: LovedOne | null): LovedOneFormInput['timezone'] {
  if (!lovedOne) return DEFAULT_TIME_ZONE
  return isLovedOneTimeZone(lovedOne.timezone) ? lovedOne.timezone : undefined
}

function relationshipValue(lovedOne: LovedOne | null): LovedOneFormInput['relationship'] {
  if (!lovedOne) return 'other'
  return RELATIONSHIPS.find((relationship) => relationship === lovedOne.relationship) ?? null
}

export const BASIC_FIELDS = ['name', 'phoneNumber', 'relationship', 'timezone', 'language'] as const

/** By their own names, so that each can be found by those who speak it. */
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => {
  const { english, native } = LANGUAGE_NAMES[value]
  return { value, label: value === 'en-AU' ? english : `${native} (${english})` }
})

const RELATIONSHIP_OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: titleCase(value) }))

/** Who and where: name, number, relationship, zone, language. */
export function BasicFields({ form }: { form: LovedOneForm }) {
  return (
    <div className="form-grid form-grid--2">
      <TextField form={form} name="name" label="Name" autoComplete="off" aria-required="true" />
      <TextField
        form={form}
        name="phoneNumber"
        label="Phone Number"
        type="tel"
        autoComplete="off"
        aria-required="true"
      />
      <SelectField
        form={form}
        name="relationship"
        label="Relationship"
        optional
        options={RELATIONSHIP_OPTIONS}
        placeholder="Choose a relationship"
      />
      <SelectField
        form={form}
        name="timezone"
        label="Timezone"
        options={TIME_ZONE_OPTIONS}
        placeholder="Choose a timezone"
      />
      <SelectField
        form={form}
        name="language"
        label="Language"
        options={LANGUAGE_OPTIONS}
        help="We ring and text them in this language. You keep reading English."
      />
    </div>
  )
}

/** What helps to care: notes, conditions, whom to notify, where they live; `children` are further fields of it. */
export function AdditionalFields({ form, children }: { form: LovedOneForm; children?: ReactNode }) {
  return (
    <div className="form-grid form-grid--2">
      <TextareaField form={form} name="notes" label="Notes" optional />
      <TextareaField form={form} name="medicalConditions" label="Medical Conditions" optional />
      <TextField form={form} name="emergencyContactName" label="Emergency Contact Name" optional autoComplete="off" />
      <TextField
        form={form}
        name="emergencyContactPhone"
        label="Emergency Contact Phone"
        optional
        type="tel"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="address"
        label="Home Address"
        optional
        help="We show it to the person who says they’ll check, so they can go there."
        autoComplete="off"
      />
      <TextareaField
        form={form}
        name="accessNote"
        label="How to Get In"
        optional
        help="Where the key is, or that there’s a dog. We show it with the address."
        rows={2}
      />
      {children}
    </div>
  )
}
