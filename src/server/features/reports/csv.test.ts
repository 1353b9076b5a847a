import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([['=1+2'], ['+61 400'], ['-1'], ['@sum'], ['\tx'], ['\rx'], ['\n=1'], ['＝1']])(
  'a cell that begins like a formula is text: %j',
  (cell) => {
    expect(csvLine([cell]).replaceAll('"', '').startsWith("'")).toBe(true)
  },
)

test('commas, quotes and new lines stand in quotes, and lines end as RFC 4180 says', () => {
  expect(csvLine(['a,b', 'say "yes"', 'one\ntwo', 'plain', 12, -3, null])).toBe(
    '"a,b","say ""yes""","one\ntwo",plain,12,-3,\r\n',
  )
})

test('a formula in quotes keeps its apostrophe', () => {
  expect(csvLine(['=HYPERLINK("x","y")'])).toBe('"\'=HYPERLINK(""x"",""y"")"\r\n')
})
