import clsx from 'clsx'
import { ChevronDown, Clock } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type Ref, useId, useState } from 'react'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { SearchInput } from './field.tsx'
import { Listbox, useListbox } from './listbox.tsx'
import { findTimeSlots } from './time-slots.ts'

export interface TimePickerProps {
  /** `HH:MM` on the 24-hour clock. */
  value: string | undefined
  onChange: (timeOfDay: string) => void
  label: string
  placeholder?: string
  /** Times before this one (`HH:MM`) are not offered, such as those of today that are gone. */
  earliest?: string
  disabled?: boolean
  onBlur?: () => void
  className?: string
  id?: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  ref?: Ref<HTMLButtonElement>
}

/** A time of day in five-minute steps; opens at the chosen time, and typing "905" finds 9:05 AM. */
export function TimePicker({
  value,
  onChange,
  label,
  placeholder = 'Select a time',
  earliest,
  onBlur,
  className,
  ...rest
}: TimePickerProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          {...rest}
          type="button"
          aria-label={rest.id ? undefined : label}
          aria-labelledby={rest.id ? `${rest.id}-label ${rest.id}` : undefined}
          className={clsx('select select--lead', className)}
          onBlur={open ? undefined : onBlur}
        >
          <Clock />
          <span className={clsx('num', !value && 'muted')}>{value ? formatTimeOfDay(value) : placeholder}</span>
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
          <TimeList
            value={value}
            label={label}
            earliest={earliest}
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

function TimeList({
  value,
  label,
  earliest = '00:00',
  onChoose,
}: Pick<TimePickerProps, 'value' | 'label' | 'earliest'> & { onChoose: (value: string) => void }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const slots = findTimeSlots(typed).filter((slot) => slot.value >= earliest)
  const list = useListbox(listId, slots, value, onChoose, { typeAhead: false })
  return (
    <>
      <SearchInput
        label="Find a time"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={slots.length > 0 ? list.activeId : undefined}
        autoComplete="off"
        placeholder="Type a time"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          list.setActive(0)
        }}
        onKeyDown={list.onKeyDown}
      />
      {slots.length === 0 ? (
        <p role="status" className="timelist__none">
          No such time to choose. Try another, such as 9:05.
        </p>
      ) : (
        <Listbox id={listId} label={label} options={slots} value={value} list={list} onChoose={onChoose} />
      )}
    </>
  )
}
