import type { PartFailure } from '#web/lib/routing/lazy-part.tsx'
import { Spinner } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** A screen that could not be drawn, or whose code did not arrive: with `failure` it comes as soon as it can be had. */
export function ScreenFailure({ failure }: { failure?: PartFailure }) {
  const again = failure ?? { retryLabel: 'Reload', onRetry: () => window.location.reload() }
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ErrorState
        title="We couldn’t show this page"
        hint={`Check your connection, then ${failure ? 'try again' : 'reload the page'}.`}
        {...again}
      />
    </div>
  )
}

/** A screen whose code is loading. */
export function ScreenWaiting() {
  return (
    <p role="status" aria-label="Loading…" className="grid min-h-[60dvh] place-items-center">
      <Spinner className="verify__spin" />
    </p>
  )
}
