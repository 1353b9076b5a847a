import { expect, test } from 'vitest'
import { aLovedOne } from '#test/web/answers.ts'
import { filterLovedOnes } from './loved-one-filter.ts'

const margaret = aLovedOne({
  id: 1,
  name: 'Margaret Hartley',
  phoneNumber: '+61491570156',
  activeServices: ['wake_up_call'],
})
const con = aLovedOne({ id: 2, name: 'Con Papadakis', phoneNumber: '+61370100288' })

test.each([
  ['marg', [margaret]],
  ['  PAPADAKIS ', [con]],
  ['0491 570', [margaret]],
  ['+61 3 7010', [con]],
  ['370100288', [con]],
  ['nobody', []],
  ['', [margaret, con]],
])('searching "%s"', (search, found) => {
  expect(filterLovedOnes([margaret, con], search, 'all')).toEqual(found)
})

test('the service filter keeps those who have the service', () => {
  expect(filterLovedOnes([margaret, con], '', 'wake_up_call')).toEqual([margaret])
  expect(filterLovedOnes([margaret, con], 'con', 'wake_up_call')).toEqual([])
})
