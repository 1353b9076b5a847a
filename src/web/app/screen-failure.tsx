import { useDocumentTitle } from '#web/lib/document-title.ts'
import type { PartFailure } from '#web/lib/lazy-part.tsx'
import { Spinner } from '#web/ui/button.tsx'
import { ErrorState, LoadingStatus } from '#web/ui/states.tsx'

const TITLE = 'This page could not be shown'

/** A screen that could not be drawn. */
export function ScreenFailure() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ErrorState
        title={TITLE}
        hint="Check your connection, then reload the page."
        retryLabel="Reload"
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}

/** A screen whose code did not arrive; what is around it stays, and it comes as soon as it can be had. */
export function ScreenMissing({ failure }: { failure: PartFailure }) {
  useDocumentTitle(TITLE)
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ErrorState title={TITLE} hint="Check your connection, then try again." {...failure} />
    </div>
  )
}

/** A screen whose code is on its way. */
export function ScreenWaiting() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <LoadingStatus />
      <Spinner className="verify__spin" />
    </div>
  )
}
