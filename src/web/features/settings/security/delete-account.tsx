import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  DELETION_DAYS,
  plannedDeletionSchema,
  type RequestDeletionBody,
  requestDeletionBody,
} from '#contract/accounts/sign-in/security.ts'
import { formatDate } from '#core/format/dates.ts'
import { api } from '#web/lib/http/api-client.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { CurrentPassword } from './current-password.tsx'
import { showRefusal } from './show-refusal.ts'

/** The way out for good, with a week to think again. While it is planned, the bar above every screen undoes it. */
export function DeleteAccount() {
  const { deleteAt, timezone } = useUser()
  const [asking, setAsking] = useState(false)
  return (
    <section className="card card__body" aria-labelledby="delete-heading">
      <h2 id="delete-heading" className="mb-2">
        Delete account
      </h2>
      {deleteAt ? (
        <p className="muted">
          We’ll delete this account on {formatDate(new Date(deleteAt), timezone)}. We’ll make your scheduled calls until
          then. To stop them now, cancel them or remove the loved one. To keep the account, choose Keep my account
          above.
        </p>
      ) : (
        <>
          <p className="muted">
            This deletes your account, your loved ones, their contacts, and every call, recording and transcript, and
            ends your subscription. You have {DELETION_DAYS} days to change your mind.
          </p>
          <div className="form-actions mt-5">
            <Button onClick={() => setAsking(true)}>Delete my account</Button>
          </div>
        </>
      )}
      {asking && <DeletionDialog onClose={() => setAsking(false)} />}
    </section>
  )
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const { timezone } = useUser()
  const form = useForm<RequestDeletionBody>({
    resolver: zodResolver(requestDeletionBody),
    defaultValues: { password: '', stopCalls: false },
  })
  const request = useMutation({
    mutationFn: (body: RequestDeletionBody) => api.post(plannedDeletionSchema, '/api/account/deletion', body),
    onSuccess: async ({ deleteAt }) => {
      onClose()
      toast.success(
        `We’ll delete this account on ${formatDate(new Date(deleteAt), timezone)}. You can change your mind until then.`,
      )
      await verifySession()
    },
    onError: (error) => showRefusal(error, form, 'We couldn’t delete your account'),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title="Delete your account?"
      description={`We’ll delete it in ${DELETION_DAYS} days. Until then you can sign in and keep it.`}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => request.mutate(typed))}
      submitLabel={`Delete in ${DELETION_DAYS} days`}
      busy={request.isPending}
      busyLabel="One moment…"
      variant="destructive"
      cancelLabel="Keep my account"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <Callout>
        We’ll make your scheduled calls until then, unless you stop them now. After that we can’t bring anything back,
        so download your data first if you want to keep it.
      </Callout>
      <Checkbox {...form.register('stopCalls')}>
        Stop all calls now. If you keep your account, you’ll need to schedule them again.
      </Checkbox>
      <CurrentPassword form={form} name="password" help="So nobody else can do it on your screen." />
    </FormDialog>
  )
}
