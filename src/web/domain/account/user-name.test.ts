import { expect, test } from 'vitest'
import { displayNameOf } from './user-name.ts'

test('a person without a name is shown by username', () => {
  expect(displayNameOf({ username: 'robyn', firstName: null, lastName: null })).toBe('robyn')
  expect(displayNameOf({ username: 'robyn', firstName: 'Robyn', lastName: null })).toBe('Robyn')
})
