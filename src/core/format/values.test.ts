import { expect, test } from 'vitest'
import { formatDollars } from './currency.ts'
import { formatDuration } from './duration.ts'
import { initials } from './initials.ts'
import { titleCase } from './title-case.ts'

test('a duration is minutes and seconds, and N/A when absent', () => {
  expect([0, 5, 41, 65, 192, 3725, 59.9].map(formatDuration)).toEqual([
    '0:00',
    '0:05',
    '0:41',
    '1:05',
    '3:12',
    '62:05',
    '0:59',
  ])
  expect([null, undefined].map(formatDuration)).toEqual(['N/A', 'N/A'])
})

test('money is US dollars with cents', () => {
  expect([19.99, 5.99, 0, 1234.5].map(formatDollars)).toEqual(['$19.99', '$5.99', '$0.00', '$1,234.50'])
})

test('a call type without a label is its words in capitals', () => {
  expect(titleCase('some_other_type')).toBe('Some Other Type')
  expect(titleCase('check')).toBe('Check')
  expect(titleCase('_odd__one_')).toBe('Odd One')
  expect(titleCase('')).toBe('')
})

test('initials are first and last name, else the username, else U', () => {
  expect(initials({ firstName: 'Robyn', lastName: 'hartley', username: 'rob' })).toBe('RH')
  expect(initials({ firstName: 'Robyn', lastName: null, username: 'bob' })).toBe('B')
  expect(initials({ firstName: ' ', lastName: 'Hartley', username: 'rob' })).toBe('R')
  expect(initials({ firstName: null, lastName: null, username: '' })).toBe('U')
  expect(initials({})).toBe('U')
  expect(initials({ firstName: 'Élodie', lastName: '𝒵ed' })).toBe('É𝒵')
})
