import { describe, expect, test } from 'vitest'
import { displayPhone, maskPhone } from './display-phone.ts'
import { toE164 } from './e164.ts'
import { AUSTRALIAN_PHONE, AUSTRALIAN_PHONE_EDIT } from './patterns.ts'

describe('an Australian number', () => {
  const numbers = [
    '+61412345678',
    '+61 412 345 678',
    '0412 345 678',
    '0412-345-678',
    '412345678',
    '02 9876 5432',
    '+61 2 9876 5432',
    '0355501234',
    '07 5550 0167',
    '+61 8 7010 0452',
  ]
  const others = [
    '',
    '0',
    'hello',
    '0512345678',
    '0112345678',
    '04123456789',
    '041234567',
    '+1 415 555 2671',
    '+6141234567',
    '0412  345 678',
    '0412 345 678 ',
    '++61412345678',
    '000',
    '1300 123 456',
  ]

  test.for(numbers)('%s is accepted', (number) => {
    expect(AUSTRALIAN_PHONE.test(number)).toBe(true)
    expect(AUSTRALIAN_PHONE_EDIT.test(number)).toBe(true)
  })

  test.for(others)('"%s" is refused', (number) => {
    expect(AUSTRALIAN_PHONE.test(number)).toBe(false)
    expect(AUSTRALIAN_PHONE_EDIT.test(number)).toBe(false)
  })

  test('a bare 61 is accepted for a new person, not in the edit form', () => {
    expect(AUSTRALIAN_PHONE.test('61412345678')).toBe(true)
    expect(AUSTRALIAN_PHONE_EDIT.test('61412345678')).toBe(false)
  })
})

test('however it is written, it is stored in E.164', () => {
  for (const written of ['0412 345 678', '+61 412 345 678', '61412345678', '412-345-678', ' 0412345678 ']) {
    expect(toE164(written), written).toBe('+61412345678')
  }
  expect(toE164('(02) 9876 5432')).toBe('+61298765432')
  expect(toE164('0355501234')).toBe('+61355501234')
})

test('an input that is no Australian number is not made into one', () => {
  for (const written of ['', '000', '+1 415 555 2671', '0412 345 67', '0412 345 6789', '0512 345 678', 'call mum']) {
    expect(toE164(written), written).toBeNull()
  }
})

test.for([
  ['+61412345678', '+61 412 345 678'],
  ['+61491570156', '+61 491 570 156'],
  ['+61298765432', '+61 2 9876 5432'],
  ['+61 7 55500167', '+61 7 5550 0167'],
  ['4155552671', '(415) 555-2671'],
  ['415-555-2671', '(415) 555-2671'],
  ['14155552671', '+1 (415) 555-2671'],
  ['+14155552671', '+1 (415) 555-2671'],
  ['61412345678', '61412345678'],
  ['+6421234567', '+6421234567'],
  ['+442079460000', '+442079460000'],
  ['4155552671 ext 5', '4155552671 ext 5'],
  ['', ''],
] as const)('%s is shown as %s', ([stored, shown]) => {
  expect(displayPhone(stored)).toBe(shown)
})

test('a log gets the last three digits and no more', () => {
  expect(maskPhone('+61 412 345 678')).toBe('***678')
  expect(maskPhone('000')).toBe('***')
  expect(maskPhone('')).toBe('***')
})
