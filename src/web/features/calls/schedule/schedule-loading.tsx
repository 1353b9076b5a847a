import { DialogCancel, ResponsiveDialog } from '#web/ui/dialog.tsx'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'

interface ScheduleLoadingProps {
  title: string
  /** What went wrong; loading while there is none. */
  failure?: { title: string; hint: string; onRetry: () => void; retryLabel?: string }
  onClose: () => void
}

/** The dialog while what it needs is on its way, or did not arrive. */
export function ScheduleLoading({ title, failure, onClose }: ScheduleLoadingProps) {
  return (
    <ResponsiveDialog open onOpenChange={onClose} title={title} footer={<DialogCancel>Close</DialogCancel>}>
      {failure ? (
        <ErrorState small headingLevel="h3" {...failure} />
      ) : (
        <div className="form-grid">
          <LoadingStatus>Loading the call</LoadingStatus>
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} height="3rem" />
          ))}
        </div>
      )}
    </ResponsiveDialog>
  )
}
