import { describe, expect, test } from 'vitest'
import { caretAfterFormat, formatPhoneNumber } from './format-phone-number.ts'

/** As if somebody typed it key by key into the field. */
function typeIn(keys: string): string {
  return [...keys].reduce((field, key) => formatPhoneNumber(field + key), '')
}

describe('a number typed key by key', () => {
  test.for([
    ['0', '+61'],
    ['04', '+61 4'],
    ['0412345678', '+61 412 345 678'],
    ['0412 345 678', '+61 412 345 678'],
    ['4', '+61 4'],
    ['412345678', '+61 412 345 678'],
    ['61412345678', '+61 412 345 678'],
    ['+61412345678', '+61 412 345 678'],
    ['+61 412 345 678', '+61 412 345 678'],
    ['05', '+61 4'],
    ['09', '+61 4'],
    ['611', '+61 4'],
    ['6196', '+61 46'],
    ['+61 0412 345 678', '+61 412 345 678'],
    ['+61 2 9876 5432', '+61 2 9876 5432'],
    ['+61 3', '+61 3'],
    ['+61 7', '+61 7'],
    ['+61 8', '+61 8'],
    ['02 9876 5432', '+61 2 9876 5432'],
    ['1', '+1'],
    ['14155552671', '+14155552671'],
    ['6421', '+6421'],
    ['+', ''],
    ['abc', ''],
  ])('%s becomes %s', ([keys = '', field]) => expect(typeIn(keys)).toBe(field))
})

describe('a number pasted whole', () => {
  test.for([
    ['0412 345 678', '+61 412 345 678'],
    ['412 345 678', '+61 412 345 678'],
    ['+61 412 345 678', '+61 412 345 678'],
    ['+61 (0)412 345 678', '+61 412 345 678'],
    ['+61 2 9876 5432', '+61 2 9876 5432'],
    ['(02) 9876 5432', '+61 2 9876 5432'],
    ['(03) 5550 1234', '+61 3 5550 1234'],
    ['61 7 5550 0167', '+61 7 5550 0167'],
    ['08 7010 0452', '+61 8 7010 0452'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['0061 412 345 678', '+61 412 345 678'],
    ['0011 61 412 345 678', '+61 412 345 678'],
    ['+61+61 412 345 678', '+61 412 345 678'],
    ['+610412345678', '+61 412 345 678'],
    ['+123456789012345678', '+123456789012345'],
    ['', ''],
    ['no digits', ''],
  ])('%s becomes %s', ([pasted = '', field]) => expect(formatPhoneNumber(pasted)).toBe(field))

  test('a pasted number is not made into somebody else’s mobile', () => {
    expect(formatPhoneNumber('+61 1300 655 506')).toBe('+611300655506')
    expect(formatPhoneNumber('+61 512 345 678')).toBe('+61512345678')
  })
})

test('what was formatted stays as it is', () => {
  for (const number of ['+61', '+61 4', '+61 412 345 678', '+61 2 9876 5432', '+14155552671', '+6'])
    expect(formatPhoneNumber(number)).toBe(number)
})

test.for([
  { typed: '0', caret: 1, formatted: '+61', at: 3 },
  { typed: '+61 4123', caret: 8, formatted: '+61 412 3', at: 9 },
  // A digit was put in after "+61 41".
  { typed: '+61 419345 678', caret: 7, formatted: '+61 419 345 678', at: 7 },
  // A letter was put in there.
  { typed: '+61 41x2 345 678', caret: 7, formatted: '+61 412 345 678', at: 6 },
  // A 0 was put in front of a mobile.
  { typed: '0412345678', caret: 1, formatted: '+61 412 345 678', at: 3 },
  // The space after 412 was taken away.
  { typed: '+61 412345 678', caret: 7, formatted: '+61 412 345 678', at: 7 },
])('the caret of $typed goes from $caret to $at', ({ at, ...rest }) => expect(caretAfterFormat(rest)).toBe(at))
