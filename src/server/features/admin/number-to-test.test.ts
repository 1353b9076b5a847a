import { expect, test } from 'vitest'
import { numberToTest } from './number-to-test.ts'

test.each([
  ['0412 345 678', '+61412345678'],
  ['+61 2 9876 5432', '+61298765432'],
  ['+61255501234', '+61255501234'],
  ['(08) 7010 0452', '+61870100452'],
  ['+44 20 7946 0958', '+442079460958'],
  ['1800 007 166', '+611800007166'],
])('%s may be rung', (typed, stored) => {
  expect(numberToTest(typed)).toBe(stored)
})

test.each([
  '000',
  '+61000',
  '000 000 0000',
  '112',
  '+61 112',
  '911',
  '+1 911',
  '1900 123 456',
  '1902 123 456',
  '+61 1900 123 456',
  '+61 190 212 3456',
  '+1 900 555 0123',
  '+44 909 879 0000',
  'call mum please',
  '+999 123 456 789',
  '',
])('%s may not', (typed) => {
  expect(() => numberToTest(typed)).toThrow(/ordinary phones|valid phone number/)
})
