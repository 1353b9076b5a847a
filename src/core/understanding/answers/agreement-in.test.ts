import { expect, test } from 'vitest'
import { agreementIn } from './agreement-in.ts'

test.each([
  'YES',
  'yes please',
  'Yep, sure',
  'Ok',
  'I agree',
  'Agreed',
  'Happy to help',
  'Yes, happy to',
  'Yes I would',
  'Of course, thanks',
  '👍',
  '👍🏽',
  'Yes Robyn',
])('%s agrees', (text) => {
  expect(agreementIn(text, ['Robyn Hartley'])).toBe('yes')
})

test.each([
  'NO',
  'no thanks',
  'Sorry, no',
  "I don't agree",
  "I'd rather not",
  'Not me',
  'Nope',
  'I cannot',
  'No thank you',
])('%s declines', (text) => {
  expect(agreementIn(text)).toBe('no')
})

test.each([
  'Who is this?',
  'Yes or no?',
  'yes and no',
  "I'm good",
  'Maybe',
  'Yes but not at night',
  'What is Cooee',
  "I'm driving. I'll call you later.",
  'Yes I fell over',
  'Margaret is fine',
  '',
])('%s is neither: it is asked about', (text) => {
  expect(agreementIn(text)).toBeNull()
})
