import { expect, test } from 'vitest'
import { timesInWords } from './times-in-words.ts'

test('how often something happened is said in words up to nine times', () => {
  expect([1, 2, 3, 9, 10].map(timesInWords)).toEqual(['once', 'twice', 'three times', 'nine times', '10 times'])
})
