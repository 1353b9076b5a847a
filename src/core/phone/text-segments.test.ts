import { expect, test } from 'vitest'
import { textSegments } from './text-segments.ts'

test.each([
  ['', 1],
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['x'.repeat(306), 2],
  ['x'.repeat(307), 3],
  [`${'x'.repeat(159)}€`, 2],
  [`${'x'.repeat(69)}’`, 1],
  [`${'x'.repeat(70)}’`, 2],
  ['☎'.repeat(135), 3],
])('a text is counted in the parts that it is billed in: %#', (text, segments) => {
  expect(textSegments(text)).toBe(segments)
})
