import clsx from 'clsx'
import { format } from 'date-fns'
import { Calendar, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { buttonClass } from '#web/ui/button.tsx'
import type { PickerProps } from './select.tsx'
import './calendar.css'

/** The value is a calendar day, `YYYY-MM-DD`; no time and no zone. */
interface DatePickerProps extends PickerProps {
  /** Days before this one (`YYYY-MM-DD`) cannot be chosen; give today in the zone that matters. */
  earliest?: string
}

/** The day as midnight on this device: the calendar draws days, it does not convert them. */
function toDate(day: string | undefined): Date | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  return year && month && date ? new Date(year, month - 1, date) : undefined
}

const STEP_BUTTON = buttonClass({ variant: 'ghost', size: 'sm', icon: true })
const CLASS_NAMES = {
  root: 'cal',
  months: 'cal__months',
  month_caption: 'cal__head',
  nav: 'cal__nav',
  button_previous: STEP_BUTTON,
  button_next: STEP_BUTTON,
  month_grid: 'cal__grid',
  weekday: 'cal__dow',
  day: 'cal__cell',
  day_button: 'cal__day',
  selected: 'is-on',
  today: 'is-today',
  disabled: 'is-past',
}

function StepIcon({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? <ChevronLeft /> : <ChevronRight />
}
const CALENDAR_PARTS = { Chevron: StepIcon }

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
  const chosen = toDate(value)
  const firstDay = toDate(earliest)
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
          <span className={clsx('num', !chosen && 'muted')}>
            {chosen ? format(chosen, 'MMM d, yyyy') : placeholder}
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
          <DayPicker
            mode="single"
            required
            weekStartsOn={1}
            selected={chosen}
            today={firstDay}
            defaultMonth={chosen ?? firstDay}
            startMonth={firstDay}
            disabled={firstDay && { before: firstDay }}
            onSelect={(day) => {
              onChange(format(day, 'yyyy-MM-dd'))
              setOpen(false)
            }}
            labels={{ labelDayButton: (day) => format(day, 'EEEE, d MMMM yyyy') }}
            classNames={CLASS_NAMES}
            components={CALENDAR_PARTS}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
