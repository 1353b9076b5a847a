import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'

/** Rows in the shape of those that are on their way. */
export function TableLoading({ children }: { children: string }) {
  return (
    <>
      <LoadingStatus>{children}</LoadingStatus>
      <ul className="card list" aria-hidden="true">
        {['40%', '55%', '35%', '50%', '45%'].map((width) => (
          <li key={width}>
            <Skeleton width="2.5rem" height="2.5rem" round />
            <div className="list__main">
              <Skeleton width={width} height="1.1rem" />
              <Skeleton width="25%" height="0.9rem" className="mt-2" />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
