import type { EditLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

/** What the server asks before a new timezone lets a planned call ring at night; null where it refused something else. */
export function askedAboutNight(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  return error.errors.find(({ path }) => path === 'confirmNight')?.message ?? null
}

/** A form that waits for that answer. */
export interface NightQuestion {
  body: EditLovedOneBody
  question: string
}

/** Asks it as scheduling does, with the hour in it. */
export function MovesIntoNight({
  asked: { question },
  onConfirm,
  onClose,
}: {
  asked: NightQuestion
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="A scheduled call would ring at night"
      description={question}
      cancelLabel="Go back"
      confirmLabel="Save and ring at night"
      destructive={false}
      onConfirm={onConfirm}
    />
  )
}
