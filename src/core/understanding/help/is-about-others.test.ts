import { expect, test } from 'vitest'
import { isAboutOthers } from './is-about-others.ts'

const NAMES = ['Margaret Hartley']

test.each([
  "She's fine",
  "Yes she's all right",
  "He's good thanks",
  'Margaret is well, thank you',
  "Margaret's asleep",
  'Margaret is in hospital',
  "Mum's fine, she's just in the shower",
  'my wife is well',
])('"%s" is about somebody else', (words) => {
  expect(isAboutOthers(words, NAMES)).toBe(true)
})

test.each([
  "I'm fine",
  'fine thanks Robyn',
  'Margaret speaking, I am well',
  "she'll be right",
  'yes',
  'good thanks love',
])('"%s" is about the speaker', (words) => {
  expect(isAboutOthers(words, NAMES)).toBe(false)
})
