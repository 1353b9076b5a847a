import { expect, test } from 'vitest'
import { findTimeSlots, TIME_SLOTS } from './time-slots.ts'

const found = (typed: string) => findTimeSlots(typed).map((slot) => slot.label)

test('a day has 288 slots, from midnight on, under Morning, Afternoon and Evening', () => {
  expect(TIME_SLOTS).toHaveLength(288)
  expect(TIME_SLOTS[0]?.label).toBe('12:00 AM')
  expect([...new Set(TIME_SLOTS.map((slot) => slot.group))]).toEqual(['Morning', 'Afternoon', 'Evening'])
})

test.each(['905', '9:05', '9.05'])('typing %s finds 9:05 in the morning first', (typed) => {
  expect(found(typed)).toEqual(['9:05 AM', '9:05 PM'])
})

test('a or p keeps one half of the day, and the 24-hour clock is understood', () => {
  expect(found('9:05 pm')).toEqual(['9:05 PM'])
  expect(found('2105')).toEqual(['9:05 PM'])
  expect(found('21:05')).toEqual(['9:05 PM'])
})

test('a time typed to the minute is offered although it is no slot', () => {
  expect(found('9:03 am')).toEqual(['9:03 AM'])
  expect(found('903')).toEqual(['9:03 AM', '9:03 PM'])
  expect(found('2103')).toEqual(['9:03 PM'])
})

test('one digit finds every hour that begins with it, and nonsense finds nothing', () => {
  expect(found('9')).toContain('9:00 AM')
  expect(found('9')).not.toContain('8:00 AM')
  expect(found('99')).toEqual([])
  expect(found('9:77')).toEqual([])
})

test.each([
  ['1pm', '1:00 PM'],
  ['10pm', '10:00 PM'],
  ['11pm', '11:00 PM'],
  ['11am', '11:00 AM'],
  ['1am', '1:00 AM'],
  ['12am', '12:00 AM'],
  ['12pm', '12:00 PM'],
  ['1', '1:00 AM'],
  ['13', '1:00 PM'],
  ['noon', '12:00 PM'],
  ['midnight', '12:00 AM'],
  ['1 pm', '1:00 PM'],
])('typing %s means %s', (typed, meant) => {
  expect(found(typed)[0]).toBe(meant)
})
