import { LayoutGrid, List } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { SearchInput } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SERVICE_FILTERS, type ServiceFilter } from './loved-one-filter.ts'
import type { Layout } from './remembered-layout.ts'

interface LovedOnesToolbarProps {
  search: string
  onSearch: (search: string) => void
  service: ServiceFilter
  onService: (service: ServiceFilter) => void
  layout: Layout
  onLayout: (layout: Layout) => void
}

const LAYOUTS = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const

/** Search, service filter, and from 768 px the choice between cards and rows. */
export function LovedOnesToolbar({ search, onSearch, service, onService, layout, onLayout }: LovedOnesToolbarProps) {
  return (
    <div className="toolbar">
      <SearchInput
        label="Search loved ones"
        placeholder="Search by name or phone..."
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <Select
        label="Filter by service"
        options={SERVICE_FILTERS}
        value={service}
        onChange={(value) => onService(SERVICE_FILTERS.find((filter) => filter.value === value)?.value ?? 'all')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own layout */}
      <div className="viewtoggle" role="group" aria-label="Layout">
        {LAYOUTS.map(({ value, label, icon: Icon }) => (
          <Button key={value} variant="ghost" size="sm" aria-pressed={layout === value} onClick={() => onLayout(value)}>
            <Icon />
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
