import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { DEFAULT_TIME_ZONE } from '#core/time-zones.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { lovedOnesPath } from '#web/domain/paths.ts'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { mayBeTexted } from '#web/domain/people/may-be-texted.ts'
import { useLovedOne } from '#web/domain/people/use-loved-one.ts'
import { useDraft } from '#web/lib/forms/draft.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { DialogLoading, failureOf } from '#web/ui/overlay/dialog-loading.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { scheduleRefusal, useScheduleCall } from './save-call.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { bodyOf, newSchedule, type ScheduleForm } from './schedule-form.ts'

const TITLE = 'Schedule New Call'

interface ScheduleCallProps {
  /** Whom to ring, if that is known. */
  lovedOneId?: number
  onClose: () => void
}

/** The dialog for a new call. */
export function ScheduleCall({ lovedOneId, onClose }: ScheduleCallProps) {
  const query = useQuery(lovedOnesQuery())
  const lovedOnes = useLoadState(query)
  const wanted = useLovedOne(lovedOneId)
  const isAsking = lovedOneId !== undefined && !wanted.lovedOne && !wanted.isUnknown && !wanted.isFailed
  if (lovedOnes.status === 'loading' || (lovedOnes.status === 'ready' && isAsking))
    return <DialogLoading title={TITLE} onClose={onClose} />
  if (lovedOnes.status === 'failed') {
    const failure = failureOf('Failed to load loved ones', lovedOnes.error, query)
    return <DialogLoading title={TITLE} failure={failure} onClose={onClose} />
  }
  if (lovedOnes.data.length === 0) return <NobodyToRing onClose={onClose} />
  return <NewCall lovedOnes={lovedOnes.data} wanted={wanted.lovedOne} onClose={onClose} />
}

interface NewCallProps {
  lovedOnes: readonly LovedOne[]
  /** Whom to ring, if that is known. */
  wanted: LovedOne | undefined
  onClose: () => void
}

function NewCall({ lovedOnes, wanted, onClose }: NewCallProps) {
  const draft = useDraft<ScheduleForm>('call/new')
  const schedule = useScheduleCall(draft.creationKey)
  const [initial] = useState(() => {
    const known = wanted ?? (lovedOnes.length === 1 ? lovedOnes[0] : undefined)
    const usual = newSchedule(new Date(), known?.timezone ?? DEFAULT_TIME_ZONE, known?.id)
    const asksByText = known && known.callsRefusedAt !== null && mayBeTexted(known)
    return asksByText ? { ...usual, asksBy: 'text' as const } : usual
  })
  return (
    <ScheduleDialog
      title={TITLE}
      description="Choose who Cooee should ring, and when."
      saveLabel="Schedule Call"
      savingLabel="Scheduling…"
      initial={initial}
      draft={draft}
      lovedOnes={lovedOnes}
      zoneOf={(id) => lovedOnes.find((lovedOne) => lovedOne.id === id)?.timezone ?? DEFAULT_TIME_ZONE}
      saving={schedule.isPending}
      failure={schedule.error && <SaveFailure text={scheduleRefusal(schedule.error)} error={schedule.error} />}
      onSave={(form, zone, confirmNight) =>
        schedule.mutate(
          { ...bodyOf(form, zone, new Date()), ...(confirmNight && { confirmNight }) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  )
}

function NobodyToRing({ onClose }: { onClose: () => void }) {
  return (
    <ResponsiveDialog open onOpenChange={onClose} title={TITLE}>
      <EmptyState
        small
        headingLevel="h3"
        title="No loved ones added yet"
        action={
          <AppLink className={buttonClass({ variant: 'primary' })} href={lovedOnesPath({ add: true })}>
            Add First Loved One
          </AppLink>
        }
      >
        Add the person you’d like Cooee to ring. Then choose when.
      </EmptyState>
    </ResponsiveDialog>
  )
}
