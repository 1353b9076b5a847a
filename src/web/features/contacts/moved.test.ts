import { expect, test } from 'vitest'
import { inOrderOf, moved } from './moved.ts'

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, 9, ['b', 'c', 'a']],
  [1, -1, ['b', 'a', 'c']],
])('moving place %i to %i', (from, to, wanted) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(wanted)
})

test('a contact that came meanwhile stands last until the order is saved', () => {
  const contacts = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(inOrderOf(contacts, [2, 1]).map(({ id }) => id)).toEqual([2, 1, 3])
  expect(inOrderOf(contacts, [3, 9, 1, 2]).map(({ id }) => id)).toEqual([3, 1, 2])
})
