import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'

/** The number that Cooee rings from, to be saved on a phone. `why` says on whose, and what for. Fetched after its screen. */
export const SaveNumber = lazyPart(
  async () => (await import('./own-number-card.tsx')).OwnNumberCard,
  (failure) => <ErrorState small headingLevel="h3" title="We couldn’t show Cooee’s number" {...failure} />,
  <>
    <LoadingStatus>Loading Cooee’s number</LoadingStatus>
    <Skeleton height="4.75rem" />
  </>,
)
