import { type ReactNode, useState } from 'react'
import { useSettled } from '#web/lib/use-settled.ts'
import { Card } from '#web/ui/card.tsx'
import { SearchInput } from '#web/ui/form/field.tsx'
import { EmptyState } from '#web/ui/states.tsx'

interface SearchedListProps {
  /** `onLong` is called by a list that has more than one page: from then on it can be searched. */
  children: (search: string, onLong: () => void) => ReactNode
}

/** A list of calls that the server searches once it is long; a short one looks as if there were no search. */
export function SearchedList({ children }: SearchedListProps) {
  const [isLong, setLong] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  return (
    <div className="grid gap-4">
      {isLong && (
        <div className="toolbar">
          <SearchInput
            label="Search calls"
            placeholder="Search by name..."
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
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
