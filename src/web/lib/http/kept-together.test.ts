import { expect, test } from 'vitest'
import { keptTogether } from './kept-together.ts'

const shown = (text: string) => keptTogether(text).replaceAll('\u00a0', '_')

test.each([
  ['No answer 2:59 PM ACDT, all clear', 'No answer 2:59_PM_ACDT, all clear'],
  ['9:00 AM AWST (12:00 PM your time)', '9:00_AM_AWST (12:00_PM your_time)'],
  ['at 8:15 AM GMT+8:45 there', 'at 8:15_AM_GMT+8:45 there'],
  ['The 9:00 AM call', 'The 9:00_AM call'],
  ['Nov 24, 2026 9:00 AM', 'Nov 24, 2026 9:00_AM'],
  ['Ring Peggy: +61 491 570 101. Then', 'Ring Peggy: +61_491_570_101. Then'],
  ['on +61 2 9876 5432', 'on +61_2_9876_5432'],
  ['call (555) 123-4567 or +1 (555) 123-4567', 'call (555)_123-4567 or +1_(555)_123-4567'],
  ['Up to 5 loved ones', 'Up to 5 loved ones'],
])('a time and a phone number stay on one line: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})
