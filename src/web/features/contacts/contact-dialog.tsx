import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { addContactBody, type Contact } from '#contract/people/contacts.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { DraftNotice } from '#web/domain/feedback/draft-notice.tsx'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { useDraft, useFormDraft } from '#web/lib/forms/draft.ts'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { TextareaField, TextField } from '#web/ui/form/form-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { CONTACT_TYPE_OPTIONS } from './contact-types.ts'
import { type ContactDetails, useSaveContact } from './contacts-api.ts'

const contactForm = addContactBody.omit({ lovedOneId: true })
type Typed = z.input<typeof contactForm>

interface ContactDialogProps {
  lovedOneId: number
  lovedOneName?: string
  /** The contact to change; without one a new one is added. */
  contact?: Contact
  /** Whether a new one is to be notified of missed calls, unless that is switched off. */
  isEmergencyContact?: boolean
  onClose: () => void
  /** A contact was added who would not be notified of anything. */
  onAddedUnnotified?: (contact: Contact) => void
}

/** Adds or changes a contact. */
export function ContactDialog({
  lovedOneId,
  lovedOneName,
  contact,
  isEmergencyContact = false,
  onClose,
  onAddedUnnotified,
}: ContactDialogProps) {
  const formId = useId()
  const draft = useDraft<Typed>(`contact-of-${lovedOneId}/${contact?.id ?? 'new'}`)
  const save = useSaveContact(lovedOneId, contact, draft.creationKey)
  const form = useForm<Typed, unknown, ContactDetails>({
    resolver: zodResolver(contactForm),
    mode: 'onTouched',
    defaultValues: {
      name: contact?.name ?? '',
      phoneNumber: displayPhone(contact?.phoneNumber ?? ''),
      contactType: contact?.contactType ?? 'family',
      relationship: contact?.relationship ?? '',
      notes: contact?.notes ?? '',
      isEmergencyContact: contact?.isEmergencyContact ?? isEmergencyContact,
    },
  })
  useFormDraft(draft, form)
  const { isDirty } = form.formState
  const isEmergency = form.watch('isEmergencyContact')
  const typed = form.watch('name').trim()
  const whom = typed === '' ? 'this person' : shortName(typed)
  const about = lovedOneName ? shortName(lovedOneName) : 'your loved one'
  const failure = (error: Error) =>
    `${contact ? 'Failed to update contact' : 'Failed to add contact'}: ${errorText(error, 'Please try again.')}`
  function submit(details: ContactDetails) {
    save.mutate(details, {
      onSuccess: (saved) => {
        onClose()
        // The question says that they were added.
        if (!contact && !saved.isEmergencyContact && onAddedUnnotified) return onAddedUnnotified(saved)
        toast.success(contact ? `${details.name} has been updated` : `${details.name} has been added`)
      },
      onError: (error) => {
        toast.error(failure(error))
        showRefusals(form, error)
      },
    })
  }
  return (
    <FormDialog
      title={contact ? 'Edit Contact' : 'Add Contact'}
      description={lovedOneName && `For ${lovedOneName}`}
      hasChanges={isDirty}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      submitLabel={contact ? 'Save Changes' : 'Add Contact'}
      busy={save.isPending}
      busyLabel="Saving…"
    >
      <DraftNotice draft={draft} />
      {save.isError && <SaveFailure text={failure(save.error)} error={save.error} />}
      <div className="form-grid form-grid--2">
        <TextField form={form} name="name" label="Name" autoComplete="off" />
        <TextField form={form} name="phoneNumber" label="Phone Number" type="tel" autoComplete="off" />
        <SelectField form={form} name="contactType" label="Contact Type" options={CONTACT_TYPE_OPTIONS} />
        <TextField form={form} name="relationship" label="Relationship" optional autoComplete="off" />
        <TextareaField form={form} name="notes" label="Notes" optional className="span-2" />
      </div>
      <div className="grid gap-1">
        <Switch {...form.register('isEmergencyContact')} aria-describedby={`${formId}-told`}>
          Emergency contact
        </Switch>
        <p id={`${formId}-told`} className="small muted">
          {isEmergency
            ? `We tell ${whom} when ${about} doesn’t answer a call or asks for help.`
            : `Off: we never tell ${whom} about missed calls, or when ${about} asks for help.`}
        </p>
      </div>
    </FormDialog>
  )
}
