import { zodResolver } from '@hookform/resolvers/zod'
import { Send } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type InvitationBody, invitationBody } from '#contract/accounts/members.ts'
import { ROLE_LABELS, ROLE_MEANINGS } from '#web/domain/account/role-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextareaField, TextField } from '#web/ui/form/form-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { showRefusal } from '../security/show-refusal.ts'
import { useInvite } from './family-api.ts'

const EMPTY = { email: '', role: 'carer', note: '' } as const
const ROLES = (['carer', 'viewer'] as const).map((value) => ({ value, label: ROLE_LABELS[value] }))

/** Invites somebody to the family by mail: who, as what, and a few words. */
export function InviteForm() {
  const invite = useInvite()
  const form = useForm<z.input<typeof invitationBody>, unknown, InvitationBody>({
    resolver: zodResolver(invitationBody),
    mode: 'onTouched',
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const submit = (body: InvitationBody) =>
    invite.mutate(body, {
      onSuccess: () => form.reset(EMPTY),
      onError: (error) => showRefusal(error, form, 'We couldn’t send the invitation'),
    })
  return (
    <section className="card card__body" aria-labelledby="invite-heading">
      <h2 id="invite-heading" className="mb-2">
        Invite someone
      </h2>
      <p className="muted mb-5">
        We’ll email them a link. Until they accept, it tells them your first name and nothing about your loved ones.
      </p>
      <form noValidate className="grid gap-5" aria-labelledby="invite-heading" onSubmit={form.handleSubmit(submit)}>
        {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
        <TextField form={form} name="email" label="Their email" type="email" autoComplete="off" aria-required="true" />
        <div className="field">
          <SelectField form={form} name="role" label="What they may do" options={ROLES} />
          <p className="field__help" aria-live="polite">
            {ROLE_MEANINGS[form.watch('role')]}
          </p>
        </div>
        <TextareaField
          form={form}
          name="note"
          label="A few words from you"
          optional
          help="We put them in the email. Please leave out links."
          rows={2}
          maxLength={300}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit" busy={invite.isPending} busyLabel="Sending…">
            <Send />
            Send invitation
          </Button>
        </div>
      </form>
    </section>
  )
}
