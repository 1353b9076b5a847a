import { type ReactNode, useState } from 'react'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'

// Only long lists have it. Without it they can still be read to their end.
const SearchBox = lazyPart(
  async () => (await import('./search-box.tsx')).SearchBox,
  () => null,
)

interface SearchedListProps {
  /** `onLong` is called by a list that has more than one page: from then on it can be searched. */
  children: (search: string, onLong: () => void) => ReactNode
}

/** A list of calls that the server searches once it is long; a short one looks as if there were no search. */
export function SearchedList({ children }: SearchedListProps) {
  const [isLong, setLong] = useState(false)
  const [search, setSearch] = useState('')
  return (
    <div className="grid gap-4">
      {isLong && <SearchBox onSearch={setSearch} />}
      {children(search, () => setLong(true))}
    </div>
  )
}

/** Stands where the calls would be when a search finds none. */
export function NoCallsFound() {
  return (
    <Card>
      <EmptyState title="No matches found">Try a shorter name.</EmptyState>
    </Card>
  )
}
