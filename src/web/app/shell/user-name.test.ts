import { expect, test } from 'vitest'
import { displayNameOf, initialsOf } from './user-name.ts'

test('initials come from first and last name, else from the username, else are U', () => {
  expect(initialsOf({ username: 'robyn', firstName: 'Robyn', lastName: 'Hartley' })).toBe('RH')
  expect(initialsOf({ username: 'robyn', firstName: null, lastName: 'Hartley' })).toBe('R')
  expect(initialsOf({ username: '', firstName: null, lastName: null })).toBe('U')
})

test('a person without a name is shown by username', () => {
  expect(displayNameOf({ username: 'robyn', firstName: null, lastName: null })).toBe('robyn')
  expect(displayNameOf({ username: 'robyn', firstName: 'Robyn', lastName: null })).toBe('Robyn')
})
