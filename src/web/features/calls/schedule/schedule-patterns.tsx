import clsx from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { WEEK_DAY_LABELS } from '#contract/calls/call-labels.ts'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TimePicker } from '#web/ui/form/time-picker.tsx'
import type { ScheduleSlot } from './schedule-form.ts'

const DAY_OPTIONS = WEEK_DAYS.map((value) => ({ value, label: WEEK_DAY_LABELS[value] }))

interface SchedulePatternsProps {
  slots: readonly ScheduleSlot[]
  onChange: (slots: readonly ScheduleSlot[]) => void
  onAdd: () => void
}

/** The days and times of a custom schedule: the week at a glance, and a row for each. */
export function SchedulePatterns({ slots, onChange, onAdd }: SchedulePatternsProps) {
  const change = (key: number, part: Partial<ScheduleSlot>) =>
    onChange(slots.map((slot) => (slot.key === key ? { ...slot, ...part } : slot)))
  const rows = useRef<HTMLDivElement>(null)
  /** The button that was pressed goes with its row: the focus goes to that of the next row, at the end to Add. */
  function remove(index: number) {
    flushSync(() => onChange(slots.filter((_slot, other) => other !== index)))
    rows.current?.querySelectorAll<HTMLElement>('[data-remove-day], [data-add-day]')[index]?.focus()
  }
  return (
    <div className="grid gap-5">
      <WeekStrip slots={slots} />
      <div ref={rows}>
        {slots.map((slot, index) => (
          <div key={slot.key} className="pattern">
            <Field label="Day">
              {(control) => (
                <Select
                  {...control}
                  label="Day"
                  options={DAY_OPTIONS}
                  value={slot.weekDay}
                  onChange={(day) =>
                    change(slot.key, { weekDay: WEEK_DAYS.find((candidate) => candidate === day) ?? slot.weekDay })
                  }
                />
              )}
            </Field>
            <Field label="Time">
              {(control) => (
                <TimePicker
                  {...control}
                  label="Time"
                  value={slot.timeOfDay}
                  onChange={(timeOfDay) => change(slot.key, { timeOfDay })}
                />
              )}
            </Field>
            <Button
              icon
              aria-label={`Remove ${WEEK_DAY_LABELS[slot.weekDay]} ${formatTimeOfDay(slot.timeOfDay)}`}
              data-remove-day
              onClick={() => remove(index)}
            >
              <Trash2 />
            </Button>
          </div>
        ))}
        <div className={clsx(slots.length > 0 && 'mt-4')}>
          <Button variant="secondary" data-add-day onClick={onAdd}>
            <Plus />
            {slots.length > 0 ? 'Add another day' : 'Add a day'}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Seven boxes with the times of each day; the rows below say the same, so it is left out for assistive tools. */
function WeekStrip({ slots }: { slots: readonly ScheduleSlot[] }) {
  return (
    <div className="week" aria-hidden="true">
      {WEEK_DAYS.map((day) => {
        const times = slots
          .filter((slot) => slot.weekDay === day)
          .map((slot) => slot.timeOfDay)
          .sort()
        return (
          <span key={day} className={clsx('week__day num', times.length > 0 && 'is-on')}>
            <b>{WEEK_DAY_LABELS[day].slice(0, 3)}</b>
            {[...new Set(times)].map((time) => (
              <span key={time}>{formatTimeOfDay(time)}</span>
            ))}
          </span>
        )
      })}
    </div>
  )
}
