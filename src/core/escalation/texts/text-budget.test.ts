import { expect, test } from 'vitest'
import { mayText, suppressedPart } from './text-budget.ts'

test('the sixth text of an hour is kept for the end of the incident', () => {
  expect(mayText('all_clear', { sent: 5, isNew: false })).toBe(true)
  expect(mayText('withdrawn', { sent: 6, isNew: false })).toBe(false)
  expect(mayText('alert', { sent: 5, isNew: true })).toBe(false)
})

test('news of who has it leave room for asking, and asking again for what is new', () => {
  expect(mayText('owned', { sent: 3, isNew: false })).toBe(false)
  expect(mayText('alert', { sent: 3, isNew: false })).toBe(true)
  expect(mayText('alert', { sent: 4, isNew: false })).toBe(false)
  expect(mayText('alert', { sent: 4, isNew: true })).toBe(true)
  expect(mayText('further', { sent: 4, isNew: false })).toBe(true)
})

test('suppressed texts are included in the next text, each kind once', () => {
  expect(suppressedPart([])).toBeNull()
  expect(suppressedPart(['owned', 'given_back', 'owned'])?.text).toBe(
    "Since our last text: someone said they'd check (twice), they couldn't after all.",
  )
})
