import { expect, test } from 'vitest'
import { awayInShort } from './away-until.ts'

test('a time away is shown with its last day while it lasts, and with its first day before', () => {
  const days = { from: '2026-11-27', until: '2026-11-30' }
  expect(awayInShort({ ...days, isNow: true })).toBe('Away until Mon 30 Nov')
  expect(awayInShort({ ...days, isNow: false })).toBe('Away from Fri 27 Nov')
})
