import { describe, expect, test } from 'vitest'
import { caretAfterFormat, formatPhoneNumber } from './format-phone-number.ts'

/** As if somebody typed it key by key into the field. */
function typeIn(keys: string): string {
  return [...keys].reduce((field, key) => formatPhoneNumber(field + key), '')
}

describe('a number typed key by key', () => {
  test.for([
    ['0', '+61'],
    ['04', '+614'],
    ['0412345678', '+61412345678'],
    ['0412 345 678', '+61412345678'],
    ['4', '+614'],
    ['412345678', '+61412345678'],
    ['61412345678', '+61412345678'],
    ['+61412345678', '+61412345678'],
    ['+61 412 345 678', '+61412345678'],
    ['05', '+614'],
    ['09', '+614'],
    ['611', '+614'],
    ['6196', '+6146'],
    ['+61 0412 345 678', '+61412345678'],
    ['+61 2 9876 5432', '+61298765432'],
    ['+61 3', '+613'],
    ['+61 7', '+617'],
    ['+61 8', '+618'],
    ['02 9876 5432', '+61298765432'],
    ['1', '+1'],
    ['14155552671', '+14155552671'],
    ['6421', '+6421'],
    ['+', ''],
    ['abc', ''],
  ])('%s becomes %s', ([keys = '', field]) => expect(typeIn(keys)).toBe(field))
})

describe('a number pasted whole', () => {
  test.for([
    ['0412 345 678', '+61412345678'],
    ['412 345 678', '+61412345678'],
    ['+61 412 345 678', '+61412345678'],
    ['+61 (0)412 345 678', '+61412345678'],
    ['+61 2 9876 5432', '+61298765432'],
    ['(02) 9876 5432', '+61298765432'],
    ['(03) 5550 1234', '+61355501234'],
    ['61 7 5550 0167', '+61755500167'],
    ['08 7010 0452', '+61870100452'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['', ''],
    ['no digits', ''],
  ])('%s becomes %s', ([pasted = '', field]) => expect(formatPhoneNumber(pasted)).toBe(field))

  test('is not made into somebody else’s mobile', () => {
    expect(formatPhoneNumber('+61 1300 655 506')).toBe('+611300655506')
    expect(formatPhoneNumber('+61 512 345 678')).toBe('+61512345678')
  })
})

test('what was formatted stays as it is', () => {
  for (const number of ['+61', '+614', '+61412345678', '+61298765432', '+14155552671', '+6'])
    expect(formatPhoneNumber(number)).toBe(number)
})

test.for([
  { typed: '0', caret: 1, formatted: '+61', at: 3 },
  { typed: '+614123', caret: 7, formatted: '+614123', at: 7 },
  // A digit was put in after "+6141".
  { typed: '+61419345678', caret: 6, formatted: '+61419345678', at: 6 },
  // A letter was put in there.
  { typed: '+6141x2345678', caret: 6, formatted: '+61412345678', at: 5 },
  // A 0 was put in front of a mobile.
  { typed: '0412345678', caret: 1, formatted: '+61412345678', at: 3 },
])('the caret of $typed goes from $caret to $at', ({ at, ...rest }) => expect(caretAfterFormat(rest)).toBe(at))
