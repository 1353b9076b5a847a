import type { PartFailure } from '#web/lib/routing/lazy-part.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { DialogCancel, ResponsiveDialog } from './dialog.tsx'

interface DialogLoadingProps {
  title: string
  /** What went wrong; loading while undefined. */
  failure?: { title: string; hint: string; onRetry: () => void; retryLabel?: string; retrying?: boolean }
  onClose: () => void
}

/** A dialog while its data is loading, or did not arrive. */
export function DialogLoading({ title, failure, onClose }: DialogLoadingProps) {
  return (
    <ResponsiveDialog open onOpenChange={onClose} title={title} footer={<DialogCancel>Close</DialogCancel>}>
      {failure ? (
        <ErrorState small headingLevel="h3" {...failure} />
      ) : (
        <Loading className="form-grid" shapes={Array.from({ length: 4 }, () => ({ height: '3rem' }))}>
          Loading the form
        </Loading>
      )}
    </ResponsiveDialog>
  )
}

/** For `DialogLoading`: a query that failed, and the way to ask again. */
export function failureOf(title: string, error: Error, query: { refetch: () => unknown }) {
  return { title, hint: error.message, onRetry: () => void query.refetch() }
}

interface DialogMissingProps {
  title: string
  failure: PartFailure
  onClose: () => void
}

/** A dialog whose code did not arrive; what is behind it stays. */
export function DialogMissing({ title, failure, onClose }: DialogMissingProps) {
  const missing = {
    title: 'We couldn’t load this form',
    hint: 'Check your connection, then try again.',
    ...failure,
  }
  return <DialogLoading title={title} failure={missing} onClose={onClose} />
}
