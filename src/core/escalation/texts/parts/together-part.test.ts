import { expect, test } from 'vitest'
import { togetherPart } from './together-part.ts'

test('one text covers several people: three by name, the others by number', () => {
  expect(togetherPart(['Con', 'June', 'Beryl', 'Tuan', 'Nan'])?.text).toBe(
    'Also waiting for someone: Con, June, Beryl and 2 more. To answer for one, add the name, like 1 Con.',
  )
  expect(togetherPart(['Con'])?.text).toContain('waiting for someone: Con. To')
  expect(togetherPart([])).toBeNull()
})
