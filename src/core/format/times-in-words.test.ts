import { expect, test } from 'vitest'
import { timesInWords } from './times-in-words.ts'

test('counts up to nine times are said in words', () => {
  expect([1, 2, 3, 9, 10].map(timesInWords)).toEqual(['once', 'twice', 'three times', 'nine times', '10 times'])
})
