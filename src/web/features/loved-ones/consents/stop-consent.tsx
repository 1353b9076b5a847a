import { useState } from 'react'
import type { Withdrawable } from '#contract/people/consents.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useWithdrawConsent } from './consents-api.ts'

const WORDS: Record<
  Withdrawable,
  { title: (name: string) => string; what: string; existing: string | null; done: string }
> = {
  recording: {
    title: (name) => `Stop recording ${name}’s calls?`,
    what: 'We won’t record any more calls, starting now.',
    existing: 'Also delete the recordings we have. You can’t undo this.',
    done: 'We don’t record these calls any more',
  },
  words: {
    title: (name) => `Stop showing what ${name} says?`,
    what: 'From now on you’ll see how each call went, but not the words.',
    existing: 'Also delete the words we have. You can’t undo this.',
    done: 'We don’t show the words any more',
  },
  conversation: {
    title: (name) => `Stop the chats with ${name}?`,
    what: 'We’ll ask our question and say goodbye, nothing more.',
    existing: null,
    done: 'We don’t chat in these calls any more',
  },
}

interface StopConsentProps {
  lovedOne: Pick<LovedOne, 'id' | 'name'>
  subject: Withdrawable
  onClose: () => void
}

/** Asks before a consent is taken back, and whether what there is goes as well. */
export function StopConsent({ lovedOne, subject, onClose }: StopConsentProps) {
  const [deletesExisting, setDeletes] = useState(false)
  const withdraw = useWithdrawConsent(lovedOne.id)
  const { title, what, existing, done } = WORDS[subject]
  const confirm = () =>
    withdraw.mutate(
      { subject, deletesExisting },
      {
        onSuccess: () => {
          toast.success(done)
          onClose()
        },
      },
    )
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title={title(shortName(lovedOne.name))}
      description={what}
      footer={
        <>
          <DialogCancel />
          <Button
            variant={deletesExisting ? 'destructive' : 'primary'}
            busy={withdraw.isPending}
            busyLabel="Stopping…"
            onClick={confirm}
          >
            {deletesExisting ? 'Stop and delete' : 'Stop'}
          </Button>
        </>
      }
    >
      {existing && (
        <Checkbox checked={deletesExisting} onChange={(event) => setDeletes(event.currentTarget.checked)}>
          {existing}
        </Checkbox>
      )}
    </ResponsiveDialog>
  )
}
