import { expect, test } from 'vitest'
import { togetherSentence } from './together-sentence.ts'

test('several people are told of in one text: three by name, the others by number', () => {
  expect(togetherSentence(['Con', 'June', 'Beryl', 'Tuan', 'Nan'])).toBe(
    ' Also waiting for somebody: Con, June, Beryl and 2 more. To answer for one of them, add the name, for example 1 Con.',
  )
  expect(togetherSentence(['Con'])).toContain('waiting for somebody: Con. To')
  expect(togetherSentence([])).toBe('')
})
