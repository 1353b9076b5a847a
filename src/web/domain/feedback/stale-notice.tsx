import { Callout } from '#web/ui/callout.tsx'

/** Over data that could not be refreshed: what stands below is the last that was loaded. */
export function StaleNotice() {
  return (
    <div role="status">
      <Callout kind="quiet">
        We couldn’t check for changes right now. This is what we last loaded; we’ll keep trying.
      </Callout>
    </div>
  )
}
