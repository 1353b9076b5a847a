import { expect, test } from 'vitest'
import { type AnsweredCall, answeredText } from './answered-text.ts'

const call: AnsweredCall = {
  name: 'Margaret Hartley',
  call: '9:00 AM call',
  answeredAt: '9:01 AM',
  keys: '1',
  how: undefined,
  link: 'http://localhost:3000/calls/details/7',
}

test('the text about an answered call says when the phone was picked up and what was pressed', () => {
  const { subject, mail, sms } = answeredText(call)
  expect(subject).toBe('Margaret Hartley answered the 9:00 AM call')
  expect(sms).toBe('Cooee: Margaret Hartley answered at 9:01 AM and pressed 1.')
  expect(mail).toContain('Margaret Hartley answered at 9:01 AM and pressed 1.')
  expect(mail).toContain('http://localhost:3000/calls/details/7')
})

test.each([
  [{ keys: '' }, 'Margaret Hartley answered at 9:01 AM.'],
  [{ keys: '91' }, 'Margaret Hartley answered at 9:01 AM and pressed 9, 1.'],
  [{ answeredAt: null }, 'Margaret Hartley answered the 9:00 AM call and pressed 1.'],
  [{ how: 'Margaret Hartley has rung Cooee.' }, 'Margaret Hartley has rung Cooee. That answers the 9:00 AM call.'],
])('claims no more than is known: %j', (known, sentence) => {
  expect(answeredText({ ...call, ...known }).sms).toBe(`Cooee: ${sentence}`)
})
