import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/states.tsx'

interface LoadFailureProps {
  title: string
  hint?: ReactNode
  query: { refetch: () => unknown; isFetching: boolean }
  headingLevel?: 'h2' | 'h3'
}

/** An `ErrorState` inside a panel, of a query that has nothing to show. */
export function LoadFailure({ query, headingLevel = 'h3', ...said }: LoadFailureProps) {
  return (
    <ErrorState
      small
      headingLevel={headingLevel}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
      {...said}
    />
  )
}
