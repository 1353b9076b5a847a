import { expect, test } from 'vitest'
import { spokenDigit } from './spoken-digit.ts'

test.each([
  ['two', '2'],
  ['Two.', '2'],
  ['2', '2'],
  ['to', '2'],
  ['too', '2'],
  ['number two', '2'],
  ['press two', '2'],
  ['pressed 2', '2'],
  ['I press two', '2'],
  ["I'll press two", '2'],
  ['option two please', '2'],
  ['um two', '2'],
  ['two two', '2'],
  ['yes number one', '1'],
  ['one thanks love', '1'],
  ['one please Robyn', '1'],
  ['won', '1'],
  ['three', '3'],
  ['nine', '9'],
  ['zero', '0'],
  ['hash', '#'],
  ['the hash key', '#'],
  ['pound', '#'],
  ['#', '#'],
  ['star', '*'],
  ['press star', '*'],
  ['*', '*'],
] as const)('"%s" is the key %s', (said, key) => {
  expect(spokenDigit(said, ['Robyn Hartley'])).toBe(key)
})

test.each([
  '',
  'one or two',
  'twenty two',
  '12',
  'one two three',
  'no two',
  'not one',
  'two of them',
  'I had two tablets',
  'press two for help',
  'to help me',
  'one moment',
  'what number',
  'two?',
  "I'm fine",
  'is it one',
])('"%s" is no key', (said) => {
  expect(spokenDigit(said)).toBeNull()
})
