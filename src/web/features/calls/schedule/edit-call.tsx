import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallDetails } from '#contract/calls/call-details.ts'
import type { SchedulePattern } from '#core/recurrence/recurrence.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { useDraft } from '#web/lib/forms/draft.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { DialogLoading, failureOf } from '#web/ui/overlay/dialog-loading.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { callToEditQuery, patternsToEditQuery } from '../calls-api.ts'
import { updateRefusal, useUpdateCall } from './save-call.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { changesOf, type ScheduleForm, scheduleOf } from './schedule-form.ts'

const TITLE = 'Edit Call'

/** The dialog that changes a scheduled call; of a recurring one it changes the schedule. */
export function EditCall({ callId, onClose }: { callId: number; onClose: () => void }) {
  const callQuery = useQuery(callToEditQuery(callId))
  const call = useLoadState(callQuery)
  const isCustom = call.status === 'ready' && call.data.recurrencePattern === 'custom'
  const patternsQuery = useQuery({ ...patternsToEditQuery(callId), enabled: isCustom })
  const patterns = useLoadState(patternsQuery)

  const failure =
    call.status === 'failed'
      ? failureOf('Failed to get call details', call.error, callQuery)
      : isCustom && patterns.status === 'failed'
        ? failureOf('Failed to get schedule patterns', patterns.error, patternsQuery)
        : null
  const failureTitle = failure?.title
  useEffect(() => {
    if (failureTitle) toast.error(failureTitle)
  }, [failureTitle])

  if (failure) return <DialogLoading title={TITLE} failure={failure} onClose={onClose} />
  if (call.status !== 'ready') return <DialogLoading title={TITLE} onClose={onClose} />
  if (!isCustom) return <LoadedCall call={call.data} patterns={[]} onClose={onClose} />
  if (patterns.status !== 'ready') return <DialogLoading title={TITLE} onClose={onClose} />
  return <LoadedCall call={call.data} patterns={patterns.data} onClose={onClose} />
}

interface LoadedCallProps {
  call: CallDetails
  patterns: readonly SchedulePattern[]
  onClose: () => void
}

function LoadedCall({ call, patterns, onClose }: LoadedCallProps) {
  const lovedOnesQueryResult = useQuery(lovedOnesQuery())
  const lovedOnes = useLoadState(lovedOnesQueryResult)
  const draft = useDraft<ScheduleForm>(`call/${call.id}`)
  const update = useUpdateCall(call.id)
  const [initial] = useState(() => scheduleOf(call, patterns))

  if (call.status !== 'scheduled') {
    const failure = {
      title: 'You can’t change this call any more',
      hint: 'We’ve already rung, or we’re ringing now.',
      onRetry: onClose,
      retryLabel: 'Back to Calls',
    }
    return <DialogLoading title={TITLE} failure={failure} onClose={onClose} />
  }
  if (lovedOnes.status === 'loading') return <DialogLoading title={TITLE} onClose={onClose} />
  if (lovedOnes.status === 'failed') {
    const failure = failureOf('Failed to load loved ones', lovedOnes.error, lovedOnesQueryResult)
    return <DialogLoading title={TITLE} failure={failure} onClose={onClose} />
  }
  return (
    <ScheduleDialog
      isEdit
      callId={call.id}
      title={TITLE}
      description={
        call.recurrencePattern === 'once'
          ? `Change the call to ${call.lovedOne.name}.`
          : `Change the recurring call to ${call.lovedOne.name}. This changes all the calls to come.`
      }
      saveLabel="Save Changes"
      savingLabel="Saving…"
      initial={initial}
      draft={draft}
      lovedOnes={lovedOnes.data}
      zoneOf={(id) => lovedOnes.data.find((lovedOne) => lovedOne.id === id)?.timezone ?? call.lovedOne.timezone}
      saving={update.isPending}
      failure={update.error && <SaveFailure text={updateRefusal(update.error)} error={update.error} />}
      onSave={(form, zone, confirmNight) =>
        update.mutate(
          { ...changesOf(form, initial, zone, new Date()), ...(confirmNight && { confirmNight }) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  )
}
