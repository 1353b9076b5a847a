import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'

const WIDTHS = ['62%', '48%', '70%', '55%']

/** The rows of a panel while they are on their way. */
export function PanelLoading({ children }: { children: string }) {
  return (
    <>
      <LoadingStatus>{children}</LoadingStatus>
      <ul className="list" aria-hidden="true">
        {WIDTHS.map((width) => (
          <li key={width}>
            <Skeleton width="2.5rem" height="2.5rem" round />
            <div className="list__main">
              <Skeleton width={width} height="1.1rem" />
              <Skeleton width="44%" height="0.9rem" className="mt-2" />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
