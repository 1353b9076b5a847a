import { Clock } from 'lucide-react'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { SearchableSelect } from './searchable-select.tsx'
import type { PickerProps } from './select.tsx'
import { findTimeSlots } from './time-slots.ts'

/** The value is `HH:MM` on the 24-hour clock. */
interface TimePickerProps extends PickerProps {
  /** Times before this one (`HH:MM`) are not offered, such as those of today that are gone. */
  earliest?: string
}

/** A time of day in five-minute steps; opens at the chosen time, and typing "905" finds 9:05 AM. */
export function TimePicker({ earliest = '00:00', placeholder = 'Select a time', ...rest }: TimePickerProps) {
  return (
    <SearchableSelect
      {...rest}
      placeholder={placeholder}
      icon={Clock}
      hasFigures
      nameOf={formatTimeOfDay}
      find={(typed) => findTimeSlots(typed).filter((slot) => slot.value >= earliest)}
      searchLabel="Find a time"
      searchHint="Type a time"
      nothingFound="We couldn’t find that time. Try another, like 9:05."
    />
  )
}
