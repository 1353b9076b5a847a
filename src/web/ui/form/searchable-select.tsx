import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import { SearchInput } from './field.tsx'
import { Listbox, type ListOption, useListbox } from './listbox.tsx'
import type { SelectProps } from './select.tsx'

interface SearchableSelectProps extends Omit<SelectProps, 'options'> {
  /** What a value is called, also one that is not offered. */
  nameOf: (value: string) => string | undefined
  /** The options that a typed text can mean. */
  find: (typed: string) => readonly ListOption[]
  /** Told what is typed, where the options come from a server. */
  onTyped?: (typed: string) => void
  /** In the empty search box: "Type a city". */
  searchHint: string
  /** The name of the search box; left out, its hint. */
  searchLabel?: string
  /** Said when nothing is found. */
  nothingFound: string
  /** Its values are figures, which stand in columns. */
  hasFigures?: boolean
}

/** One choice from a long list, which a search box above it narrows down. Controlled, as `Select` is. */
export function SearchableSelect({
  value,
  onChange,
  label,
  placeholder = 'Select',
  icon: Icon,
  onBlur,
  className,
  find,
  searchHint,
  searchLabel,
  nothingFound,
  nameOf,
  hasFigures = false,
  onTyped,
  ...rest
}: SearchableSelectProps) {
  const [open, setOpen] = useState(false)
  const chosen = value ? nameOf(value) : undefined
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          {...rest}
          type="button"
          aria-label={rest.id ? undefined : label}
          aria-labelledby={rest.id ? `${rest.id}-label ${rest.id}` : undefined}
          className={clsx('select', Icon && 'select--lead', className)}
          onBlur={open ? undefined : onBlur}
        >
          {Icon && <Icon />}
          <span className={clsx(hasFigures && 'num', !chosen && 'muted')}>{chosen ?? placeholder}</span>
          <ChevronDown />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop pop--time"
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={12}
        >
          <FoundOptions
            value={value}
            label={label}
            find={find}
            searchHint={searchHint}
            searchLabel={searchLabel}
            nothingFound={nothingFound}
            onTyped={onTyped}
            onChoose={(next) => {
              onChange(next)
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface FoundOptionsProps
  extends Pick<SearchableSelectProps, 'value' | 'label' | 'find' | 'searchHint' | 'nothingFound' | 'onTyped'> {
  searchLabel: string | undefined
  onChoose: (value: string) => void
}

function FoundOptions({
  value,
  label,
  find,
  searchHint,
  searchLabel = searchHint,
  nothingFound,
  onTyped,
  onChoose,
}: FoundOptionsProps) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const found = find(typed)
  const list = useListbox(listId, found, value, onChoose, { typeAhead: false })
  return (
    <>
      <SearchInput
        label={searchLabel}
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? list.activeId : undefined}
        autoComplete="off"
        placeholder={searchHint}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          list.setActive(0)
          onTyped?.(event.target.value)
        }}
        onKeyDown={list.onKeyDown}
      />
      {found.length === 0 ? (
        <p role="status" className="timelist__none">
          {nothingFound}
        </p>
      ) : (
        <Listbox id={listId} label={label} options={found} value={value} list={list} onChoose={onChoose} />
      )}
    </>
  )
}
