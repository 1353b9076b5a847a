import { expect, test } from 'vitest'
import { ordinaryNumber } from './ordinary-number.ts'

const countries = ['AU', 'NZ']
const stored = (typed: string, allowed = countries) => ordinaryNumber(typed, { countries: allowed })

test.each([
  ['0412 345 678', '+61412345678'],
  ['0412  345 678 ', '+61412345678'],
  ['0412.345.678', '+61412345678'],
  ['61412345678', '+61412345678'],
  ['+61 (0)2 9876 5432', '+61298765432'],
  ['(02) 9876-5432', '+61298765432'],
  ['(08) 7010 0452', '+61870100452'],
  ['+64 21 123 4567', '+64211234567'],
  ['+64 9 300 1234', '+6493001234'],
  ['\u202a+61 412 345 678\u202c', '+61412345678'],
])('%s is stored as %s', (typed, number) => {
  expect(stored(typed)).toBe(number)
})

test.each([
  ['000', /emergency number/],
  ['+61 000', /emergency number/],
  ['112', /emergency number/],
  ['106', /emergency number/],
  ['911', /emergency number/],
  ['13 11 14', /help lines/],
  ['+61 13 11 14', /help lines/],
  ['13 14 44', /help lines/],
  ['1300 123 456', /help lines/],
  ['1800 007 166', /help lines/],
  ['+61 1800 551 800', /help lines/],
  ['0800 543 354', /help lines/],
  ['+64 800 543 354', /help lines/],
  ['1900 123 456', /cost extra/],
  ['+61 1900 123 456', /cost extra/],
  ['+61 190 212 3456', /cost extra/],
  ['+979 1 2345 6789', /cost extra/],
  ['0147 101 234', /satellite/],
  ['+61 147 101 234', /satellite/],
  ['+870 773 111 632', /satellite/],
  ['+881 612 345 678', /satellite/],
  ['+882 16 2111 0501', /satellite/],
  ['+883 5100 12345', /satellite/],
  ['+1 202 555 0123', /only ring phones in Australia and New Zealand/],
  ['+44 20 7946 0958', /only ring phones in Australia and New Zealand/],
  ['+44 909 879 0000', /only ring phones in Australia and New Zealand/],
  ['+614 1234 56789', /valid phone number/],
  ['0412 345 67', /valid phone number/],
  ['0512 345 678', /valid phone number/],
  ['1234', /valid phone number/],
  ['0198 333 444', /valid phone number/],
  ['+999 123 456 789', /valid phone number/],
  ['call mum', /valid phone number/],
  ['', /valid phone number/],
])('%s is refused and says why', (typed, sentence) => {
  expect(() => stored(typed)).toThrow(sentence)
})

test('an operator may allow other countries', () => {
  expect(stored('+44 20 7946 0958', ['AU', 'GB'])).toBe('+442079460958')
  expect(() => stored('+64 21 123 4567', ['AU', 'GB'])).toThrow('only ring phones in Australia and United Kingdom')
  expect(() => stored('+44 909 879 0000', ['AU', 'GB'])).toThrow(/cost extra/)
})
