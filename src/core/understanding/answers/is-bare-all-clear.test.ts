import { expect, test } from 'vitest'
import { isBareAllClear } from './is-bare-all-clear.ts'

test.each([
  ['All OK', true],
  ["all's well, thanks", true],
  ['All is fine now', true],
  ['3', false],
  ['3 all ok', false],
  ['Con is OK', false],
  ["he's fine", false],
  ['all clear', false],
])('whether "%s" may be about its writer or about somebody else: %s', (text, expected) => {
  expect(isBareAllClear(text)).toBe(expected)
})
