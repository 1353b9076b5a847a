import { PhoneCall } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '#contract/calls.ts'
import { firstName } from '#web/domain/first-names.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogMissing } from '#web/ui/dialog-loading.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { callFailure, useResolveCall } from './call-actions.ts'
import { RowFailure } from './row-failure.tsx'

const ReachedDialog = lazyPart(
  async () => (await import('./reached-dialog.tsx')).ReachedDialog,
  (failure, { onClose }) => <DialogMissing title="I have reached them" failure={failure} onClose={onClose} />,
)

/** Whether anything goes on about a call that "I have reached her" would end. */
export function canBeResolved({ status, wasCancelled, isRefused, incident }: Call): boolean {
  if (status === 'in_progress') return !wasCancelled && !isRefused
  return status !== 'scheduled' && incident?.isOpen === true
}

/** "I have reached Margaret": ends further tries and alerts, with a note for the activity log. Nothing where nothing goes on. */
export function ReachedThem({ call, size }: { call: Call; size?: 'sm' }) {
  const [isAsking, setAsking] = useState(false)
  const resolve = useResolveCall()
  const close = () => setAsking(false)
  const name = firstName(call.lovedOne.name)
  if (!canBeResolved(call) && !isAsking && !resolve.error) return null
  return (
    <>
      <Button {...(size && { size })} onClick={() => setAsking(true)}>
        <PhoneCall />
        <span>
          I have reached {name}
          <VisuallyHidden> (the call to {call.lovedOne.name})</VisuallyHidden>
        </span>
      </Button>
      {resolve.error && <RowFailure text={callFailure.resolve(resolve.error)} onClose={resolve.reset} />}
      {isAsking && (
        <ReachedDialog
          call={call}
          isSaving={resolve.isPending}
          onConfirm={(note) => resolve.mutate({ call, note }, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  )
}
