import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'

/** Cards in the shape of those that are on their way. */
export function LovedOnesLoading() {
  return (
    <>
      <LoadingStatus>Loading loved ones</LoadingStatus>
      <Skeleton width="13rem" height="1.1rem" />
      <div className="lo-grid" aria-hidden="true">
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className="card lo">
            <div className="lo__head">
              <Skeleton width="3.75rem" height="3.75rem" round />
              <div className="flex-1">
                <Skeleton width="55%" height="1.35rem" />
                <Skeleton width="30%" height="1rem" className="mt-2" />
              </div>
            </div>
            <Skeleton width="75%" height="1.1rem" />
            <div className="tags">
              <Skeleton width="9rem" height="1.875rem" />
              <Skeleton width="11rem" height="1.875rem" />
            </div>
            <Skeleton height="4rem" />
            <Skeleton height="6rem" />
          </div>
        ))}
      </div>
    </>
  )
}
