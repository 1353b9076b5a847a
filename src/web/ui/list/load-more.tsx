import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

interface LoadMoreProps {
  /** How many rows are shown now. */
  count: number
  /** What the rows are: "calls". */
  of: string
  /** What fetches them, a page at a time. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Under a list that goes on. Stays mounted when all is shown, so that what came last is read out as well. */
export function LoadMore({ count, of, query }: LoadMoreProps) {
  const { hasNextPage: hasMore, isFetchingNextPage: busy } = query
  const announcement = useRef<HTMLParagraphElement>(null)
  /** How many rows there were when the button was pressed, until there are more. */
  const [countBefore, setCountBefore] = useState<number>()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (countBefore === undefined || busy || count <= countBefore) return
    setSaid(`${count - countBefore} more ${of} shown`)
    setCountBefore(undefined)
    // The button that had the focus is gone.
    if (!hasMore) announcement.current?.focus()
  }, [countBefore, busy, count, of, hasMore])
  return (
    <>
      <p role="status" className="sr-only" ref={announcement} tabIndex={-1}>
        {said}
      </p>
      {hasMore && (
        <div className="flex justify-center">
          <Button
            busy={busy}
            busyLabel="Loading…"
            onClick={() => {
              setCountBefore(count)
              setSaid('')
              query.fetchNextPage()
            }}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  )
}
