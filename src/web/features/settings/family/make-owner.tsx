import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { makeOwnerBody } from '#contract/accounts/members.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { api } from '#web/lib/http/api-client.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { CurrentPassword } from '../security/current-password.tsx'
import { showRefusal } from '../security/show-refusal.ts'
import { type Member, useFamilyRefresh } from './family-api.ts'

/** Hands the family over to another member, with the owner's password. */
export function MakeOwner({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = shortName(member.name)
  const refresh = useFamilyRefresh()
  const form = useForm<z.infer<typeof makeOwnerBody>>({
    resolver: zodResolver(makeOwnerBody),
    defaultValues: { password: '' },
  })
  const handOver = useMutation({
    mutationFn: (body: z.infer<typeof makeOwnerBody>) =>
      api.postWithoutAnswer(`/api/members/${member.id}/make-owner`, body),
    onSuccess: async () => {
      onClose()
      toast.success(`${member.name} is the owner now. You’re a carer.`)
      await Promise.all([verifySession(), refresh()])
    },
    onError: (error) => showRefusal(error, form, `We couldn’t make ${name} the owner`),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title={`Make ${member.name} the owner?`}
      description={`${name} looks after the plan, the members and the account from then on. You become a carer: you can still see and change loved ones, calls and contacts. Only ${name} can make you the owner again.`}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => handOver.mutate(typed))}
      submitLabel="Make owner"
      busy={handOver.isPending}
      busyLabel="One moment…"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <CurrentPassword
        form={form}
        name="password"
        label="Your password"
        help="So nobody else can do it on your screen."
      />
    </FormDialog>
  )
}
