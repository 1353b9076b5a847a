import { type ReactNode, useState } from 'react'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'

// Only long lists have it. Without it they can still be read to their end.
const SearchBox = lazyPart(
  async () => (await import('./search-box.tsx')).SearchBox,
  () => null,
)
/** What a search shows that finds none. */
export const NoCallsFound = lazyPart(
  async () => (await import('./search-box.tsx')).NoCallsFound,
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
