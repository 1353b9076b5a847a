import clsx from 'clsx'
import { Calendar, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type Ref, useRef, useState } from 'react'
import { formatDate } from '#core/format/dates.ts'
import { MonthGrid } from './month-grid.tsx'

export interface DatePickerProps {
  /** A calendar day, `YYYY-MM-DD`; no time and no zone. */
  value: string | undefined
  onChange: (day: string) => void
  label: string
  placeholder?: string
  /** Days before this one (`YYYY-MM-DD`) cannot be chosen; give today in the zone that matters. */
  earliest?: string
  disabled?: boolean
  onBlur?: () => void
  className?: string
  id?: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  ref?: Ref<HTMLButtonElement>
}

/** A calendar day from a month grid of 44 px days; the week starts on Monday. */
export function DatePicker({
  value,
  onChange,
  label,
  placeholder = 'Select a date',
  earliest,
  onBlur,
  className,
  ...rest
}: DatePickerProps) {
  const [open, setOpen] = useState(false)
  const calendar = useRef<HTMLDivElement>(null)
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
          <Calendar />
          <span className={clsx('num', !value && 'muted')}>
            {value ? formatDate(new Date(`${value}T00:00:00Z`), 'UTC') : placeholder}
          </span>
          <ChevronDown />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={calendar}
          className="pop pop--date"
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            // The popover would focus its first button, the next month; arrow keys start from a day.
            event.preventDefault()
            calendar.current?.querySelector<HTMLElement>('[role=grid] button[tabindex="0"]')?.focus()
          }}
        >
          <MonthGrid
            chosen={value}
            today={earliest ?? new Date().toISOString().slice(0, 10)}
            earliest={earliest}
            onChoose={(day) => {
              onChange(day)
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
