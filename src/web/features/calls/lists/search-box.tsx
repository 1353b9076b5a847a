import { useEffect, useState } from 'react'
import { useSettled } from '#web/lib/use-settled.ts'
import { Card } from '#web/ui/card.tsx'
import { SearchInput } from '#web/ui/form/field.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** The search of a long list of calls; `onSearch` gets what is typed once somebody pauses. */
export function SearchBox({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  useEffect(() => onSearch(search), [search, onSearch])
  return (
    <div className="toolbar">
      <SearchInput
        label="Search calls"
        placeholder="Search by name..."
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
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
