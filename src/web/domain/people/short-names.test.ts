import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

const called = (...names: string[]) => [...shortNames(names.map((name, id) => ({ id, name }))).values()]

test('screens call a person what texts call them: no title alone, no emoji', () => {
  expect(called('Mrs Doyle', '👵 Joan Murray', 'Tom Hartley')).toEqual(['Mrs Doyle', 'Joan', 'Tom'])
})

test('two people with one short name are called by their whole names', () => {
  expect(called('Joan Murray', '👵 Joan', 'Tom Hartley')).toEqual(['Joan Murray', '👵 Joan', 'Tom'])
})
