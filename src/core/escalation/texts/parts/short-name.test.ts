import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Margaret Hartley', 'Margaret'],
  ['Margaret', 'Margaret'],
  ['Mr Hartley', 'Mr Hartley'],
  ['Mrs. Dalloway', 'Mrs. Dalloway'],
  ['Aunty Joan', 'Aunty Joan'],
  ['Nan', 'Nan'],
  ['Nancy Ng', 'Nancy'],
  ['Dr Mei Ling Tan', 'Dr Mei Ling Tan'],
])('%s is called %s once it is clear who is meant', (name, short) => {
  expect(shortName(name)).toBe(short)
})
