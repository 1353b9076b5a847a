import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatDayMonth } from '#core/format/dates.ts'
import { buttonClass } from './button.tsx'
import { addDays, addMonths, daysOfMonth, sameMonth, weekDayIndex } from './calendar-days.ts'
import './calendar.css'

interface MonthGridProps {
  /** `YYYY-MM-DD`, like every day here. */
  chosen: string | undefined
  /** Shown at first where nothing is chosen. */
  today: string
  /** Days before it cannot be chosen. */
  earliest: string | undefined
  onChoose: (day: string) => void
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const STEP = buttonClass({ variant: 'ghost', size: 'sm', icon: true })
const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** "Monday, 9 March 2026" */
function dayInFull(day: string): string {
  return `${formatDayMonth(dateOf(day), 'UTC').replace(' ', ', ')} ${day.slice(0, 4)}`
}

/**
 * A month of days; the week starts on Monday. One day takes part in the order of Tab, the arrow keys go from it: a day, a
 * week (up and down), to the ends of a week (Home, End), a month (Page Up and Down), a year (with Shift).
 */
export function MonthGrid({ chosen, today, earliest = '', onChoose }: MonthGridProps) {
  const headingId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState(chosen ?? today)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  })
  const go = (day: string) => setAt(day < earliest ? earliest : day)
  const isFirstMonth = sameMonth(at, earliest)

  function move(event: KeyboardEvent) {
    const to = target(event, at)
    if (to === undefined) return
    event.preventDefault()
    isMoved.current = true
    go(to)
  }

  const days = daysOfMonth(at)
  const blanks = weekDayIndex(days[0] ?? at)
  const cells: (string | null)[] = [...Array.from({ length: blanks }, () => null), ...days]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  return (
    <div className="cal">
      <div className="cal__nav">
        <button
          type="button"
          className={STEP}
          aria-label="Previous month"
          aria-disabled={isFirstMonth || undefined}
          onClick={() => isFirstMonth || go(addMonths(at, -1))}
        >
          <ChevronLeft />
        </button>
        <button type="button" className={STEP} aria-label="Next month" onClick={() => go(addMonths(at, 1))}>
          <ChevronRight />
        </button>
      </div>
      <div className="cal__head" id={headingId} aria-live="polite">
        {monthName.format(dateOf(at))}
      </div>
      {/* biome-ignore-start lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days are walked through is a grid */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: the button in each cell has the focus */}
      <table ref={grid} className="cal__grid" role="grid" aria-labelledby={headingId} onKeyDown={move}>
        <thead aria-hidden="true">
          <tr>
            {WEEK.map((name) => (
              <th key={name} className="cal__dow" scope="col">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) =>
                day === null ? (
                  <td key={WEEK[index]} className="cal__cell" />
                ) : (
                  <td
                    key={day}
                    role="gridcell"
                    aria-selected={day === chosen}
                    className={clsx(
                      'cal__cell',
                      day === chosen && 'is-on',
                      day === today && 'is-today',
                      day < earliest && 'is-past',
                    )}
                  >
                    <button
                      type="button"
                      className="cal__day"
                      aria-label={dayInFull(day)}
                      aria-current={day === today ? 'date' : undefined}
                      tabIndex={day === at ? 0 : -1}
                      disabled={day < earliest}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/noNoninteractiveElementToInteractiveRole: see above */}
    </div>
  )
}

/** Where a key leads from a day; undefined where it leads nowhere. */
function target({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekDayIndex(day))
    case 'End':
      return addDays(day, 6 - weekDayIndex(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
  }
}
