import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type AddLovedOneBody, type addLovedOneBody, RELATIONSHIPS } from '#contract/loved-one-forms.ts'
import { titleCase } from '#core/format/title-case.ts'
import { TIME_ZONE_OPTIONS } from '#core/time-zones.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

/** What is typed into the form, before the contract cleans it. */
export type LovedOneFormInput = z.input<typeof addLovedOneBody>
export type LovedOneForm = UseFormReturn<LovedOneFormInput, unknown, AddLovedOneBody>

export const BASIC_FIELDS = ['name', 'phoneNumber', 'relationship', 'timezone'] as const

const RELATIONSHIP_OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: titleCase(value) }))

/** Who and where: name, number, relationship, zone. */
export function BasicFields({ form }: { form: LovedOneForm }) {
  const { errors } = form.formState
  return (
    <div className="form-grid form-grid--2">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" aria-required="true" />}
      </Field>
      <Field label="Phone Number" error={errors.phoneNumber?.message}>
        {(control) => (
          <Input {...control} {...form.register('phoneNumber')} type="tel" autoComplete="off" aria-required="true" />
        )}
      </Field>
      <Controller
        control={form.control}
        name="relationship"
        render={({ field }) => (
          <Field label="Relationship" optional error={errors.relationship?.message}>
            {(control) => (
              <Select
                {...control}
                {...field}
                value={field.value ?? undefined}
                label="Relationship"
                options={RELATIONSHIP_OPTIONS}
                placeholder="Choose a relationship"
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="timezone"
        render={({ field }) => (
          <Field label="Timezone" error={errors.timezone?.message}>
            {(control) => (
              <Select
                {...control}
                {...field}
                label="Timezone"
                options={TIME_ZONE_OPTIONS}
                placeholder="Choose a timezone"
              />
            )}
          </Field>
        )}
      />
    </div>
  )
}

/** What helps to care: notes, conditions, whom to tell, where they live; `children` are further fields of it. */
export function AdditionalFields({ form, children }: { form: LovedOneForm; children?: ReactNode }) {
  const { errors } = form.formState
  const text = (
    name: 'notes' | 'medicalConditions' | 'emergencyContactName' | 'emergencyContactPhone' | 'address' | 'accessNote',
  ) => form.register(name)
  return (
    <div className="form-grid form-grid--2">
      <Field label="Notes" optional error={errors.notes?.message}>
        {(control) => <Textarea {...control} {...text('notes')} />}
      </Field>
      <Field label="Medical Conditions" optional error={errors.medicalConditions?.message}>
        {(control) => <Textarea {...control} {...text('medicalConditions')} />}
      </Field>
      <Field label="Emergency Contact Name" optional error={errors.emergencyContactName?.message}>
        {(control) => <Input {...control} {...text('emergencyContactName')} autoComplete="off" />}
      </Field>
      <Field label="Emergency Contact Phone" optional error={errors.emergencyContactPhone?.message}>
        {(control) => <Input {...control} {...text('emergencyContactPhone')} type="tel" autoComplete="off" />}
      </Field>
      <Field
        label="Home Address"
        optional
        help="We show it to the person who says they’ll check, so they can go there."
        error={errors.address?.message}
      >
        {(control) => <Input {...control} {...text('address')} autoComplete="off" />}
      </Field>
      <Field
        label="How to Get In"
        optional
        help="Where the key is, or that there’s a dog. We show it with the address."
        error={errors.accessNote?.message}
      >
        {(control) => <Textarea {...control} {...text('accessNote')} rows={2} />}
      </Field>
      {children}
    </div>
  )
}
