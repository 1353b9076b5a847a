import { ErrorState } from '#web/ui/states.tsx'

/** A screen that could not be loaded or drawn, most often because the connection broke or a new version came out. */
export function ScreenFailure() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ErrorState
        title="This page could not be shown"
        hint="Check your connection, then reload the page."
        retryLabel="Reload"
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}
