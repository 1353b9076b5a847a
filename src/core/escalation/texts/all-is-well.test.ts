import { expect, test } from 'vitest'
import { inOwnWords, saysAllIsWell } from './all-is-well.ts'

test('nobody reads about themselves by name that they said all is well', () => {
  const how = saysAllIsWell('Robyn Hartley')
  expect(how).toBe("Robyn Hartley says all's well.")
  expect(inOwnWords(how, 'Robyn Hartley')).toBe("You said all's well.")
  expect(inOwnWords(how, 'Susan Hartley')).toBe(how)
  expect(inOwnWords(how, null)).toBe(how)
})
