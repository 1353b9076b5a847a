// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DatePicker } from './date-picker.tsx'
import { Field } from './field.tsx'
import { Select } from './select.tsx'
import { TimePicker } from './time-picker.tsx'

afterEach(cleanup)

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
  const day = (text: string) => screen.getByRole('gridcell', { name: text }).querySelector('button')
  expect(day('9')?.disabled).toBe(true)
  const next = day('12')
  if (next) await user.click(next)
  expect(chosen()).toContain('2026-03-12')
})
