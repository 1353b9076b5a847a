// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOAST_MS, Toaster, toast } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.useRealTimers()
})
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('a toast stays for 5000 ms', () => {
  expect(TOAST_MS).toBe(5000)
  act(() => toast.success('Loved one updated successfully'))
  pass(4999)
  expect(screen.getByText('Loved one updated successfully')).toBeDefined()
  pass(1)
  expect(screen.queryByText('Loved one updated successfully')).toBeNull()
})

test('an error stays until it is closed', () => {
  act(() => toast.error('Failed to update loved one'))
  pass(3_600_000)
  expect(screen.getByText('Failed to update loved one')).toBeDefined()
  act(() => screen.getByRole('button', { name: 'Close' }).click())
  expect(screen.queryByText('Failed to update loved one')).toBeNull()
})

test('one at a time: the next takes the place of the last, with its own time', () => {
  act(() => toast.success('First'))
  pass(3000)
  act(() => toast.success('Second'))
  expect(screen.queryByText('First')).toBeNull()
  pass(4999)
  expect(screen.getByText('Second')).toBeDefined()
  pass(1)
  expect(screen.queryByText('Second')).toBeNull()
})

test('an error is titled Error and read out at once; a success waits for its turn', () => {
  act(() => toast.error('Failed to update loved one'))
  expect(screen.getByText('Failed to update loved one').closest('[role="alert"]')?.textContent).toContain('Error')
  act(() => toast.success('The call is being connected...', 'Call initiated'))
  expect(screen.getByText('Call initiated').closest('[role="status"]')).not.toBeNull()
})

test.each([
  ['pointed at', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['focused', fireEvent.focus, fireEvent.blur],
])('its time stands still while it is %s', (_, hold, release) => {
  act(() => toast.success('Hold me'))
  pass(4000)
  const shown = screen.getByText('Hold me')
  act(() => void hold(shown.closest('.toast') ?? shown))
  pass(60_000)
  act(() => void release(screen.getByText('Hold me').closest('.toast') ?? shown))
  pass(999)
  expect(screen.getByText('Hold me')).toBeDefined()
  pass(2)
  expect(screen.queryByText('Hold me')).toBeNull()
})
