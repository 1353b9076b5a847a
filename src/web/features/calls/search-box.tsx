import { useEffect, useState } from 'react'
import { useSettled } from '#web/lib/use-settled.ts'
import { SearchInput } from '#web/ui/form/field.tsx'

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
