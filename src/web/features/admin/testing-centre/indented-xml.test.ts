// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { indentedXml } from './indented-xml.ts'

test('elements in elements go on their own lines', () => {
  expect(
    indentedXml('<Response><Gather numDigits="1"><Say>Press 1 &amp; wait</Say></Gather><Hangup/></Response>'),
  ).toBe(
    [
      '<Response>',
      '  <Gather numDigits="1">',
      '    <Say>Press 1 &amp; wait</Say>',
      '  </Gather>',
      '  <Hangup/>',
      '</Response>',
    ].join('\n'),
  )
})

test('what is between words stays where it is', () => {
  const say = '<Say>Hello. <break time="1s"/> Goodbye.</Say>'
  expect(indentedXml(`<Response>${say}</Response>`)).toBe(`<Response>\n  ${say}\n</Response>`)
})

test('what is no XML comes back unchanged', () => {
  expect(indentedXml('<Response><Say>')).toBe('<Response><Say>')
})
