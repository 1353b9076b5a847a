// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { addMonths, daysOfMonth, weekDayIndex } from './calendar-days.ts'
import { DatePicker } from './date-picker.tsx'
import { Field } from './field.tsx'
import { Select } from './select.tsx'
import { TimePicker } from './time-picker.tsx'

afterEach(cleanup)
// jsdom measures nothing; the pickers only need the watcher to exist.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function Form() {
  const [relationship, setRelationship] = useState('parent')
  const [time, setTime] = useState('09:00')
  const [day, setDay] = useState('2026-03-11')
  return (
    <>
      <Field label="Relationship">
        {(control) => (
          <Select
            {...control}
            label="Relationship"
            value={relationship}
            onChange={setRelationship}
            options={[
              { value: 'parent', label: 'Parent' },
              { value: 'grandparent', label: 'Grandparent' },
              { value: 'sibling', label: 'Sibling' },
            ]}
          />
        )}
      </Field>
      <Field label="Time">
        {(control) => <TimePicker {...control} label="Time" value={time} onChange={setTime} />}
      </Field>
      <Field label="Date">
        {(control) => <DatePicker {...control} label="Date" value={day} onChange={setDay} earliest="2026-03-10" />}
      </Field>
      <output>{[relationship, time, day].join(' ')}</output>
    </>
  )
}

function open() {
  render(<Form />)
  return { user: userEvent.setup(), chosen: () => screen.getByRole('status').textContent }
}

test('a select is chosen from by letter and arrow keys', async () => {
  const { user, chosen } = open()
  await user.click(screen.getByLabelText('Relationship', { selector: 'button' }))
  expect(screen.getByRole('option', { name: 'Parent' }).getAttribute('aria-selected')).toBe('true')
  await user.keyboard('s{Enter}')
  expect(chosen()).toContain('sibling')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{ArrowDown}')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(chosen()).toContain('grandparent')
})

test('typing 905 and Enter sets 9:05 in the morning', async () => {
  const { user, chosen } = open()
  await user.click(screen.getByRole('button', { name: /^Time/ }))
  await user.type(screen.getByLabelText('Find a time'), '905{Enter}')
  expect(chosen()).toContain('09:05')
})

test('a day is chosen from a month, and days that are gone cannot be', async () => {
  const { user, chosen } = open()
  await user.click(screen.getByRole('button', { name: /^Date/ }))
  const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(day('Monday, 9 March 2026').disabled).toBe(true)
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('11')
  await user.click(day('Thursday, 12 March 2026'))
  expect(chosen()).toContain('2026-03-12')
})

test.each([
  ['{ArrowRight}{ArrowDown}', '2026-03-19'],
  ['{ArrowUp}', '2026-03-10'],
  ['{End}', '2026-03-15'],
  ['{Home}', '2026-03-10'],
  ['{PageDown}{ArrowLeft}', '2026-04-10'],
  ['{PageDown}{PageUp}{PageUp}', '2026-03-10'],
  ['{Shift>}{PageDown}{/Shift}', '2027-03-11'],
])('the calendar goes by key from the chosen day: %s is %s, and never before the earliest', async (keys, day) => {
  const { user, chosen } = open()
  await user.click(screen.getByRole('button', { name: /^Date/ }))
  await user.keyboard(`${keys}{Enter}`)
  expect(chosen()).toContain(day)
})

test('the last day of a month stays the last where the next month is shorter', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2027-12-31', 2)).toBe('2028-02-29')
  expect(daysOfMonth('2028-02-15')).toHaveLength(29)
  expect(weekDayIndex('2026-03-09')).toBe(0)
})
