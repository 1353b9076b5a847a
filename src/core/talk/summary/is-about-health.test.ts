import { expect, test } from 'vitest'
import { isAboutHealth } from './is-about-health.ts'

test.each([
  'diabetes',
  'her cancer',
  'blood pressure',
  'new tablets',
  'arthritis',
  'a question about health',
  'hospital',
  'a fall',
])('"%s" is about health', (topic) => {
  expect(isAboutHealth(topic)).toBe(true)
})

test.each(['garden', 'the roses', 'grandson', 'football', 'church fete', 'cold weather', 'crosswords'])(
  '"%s" is not about health',
  (topic) => {
    expect(isAboutHealth(topic)).toBe(false)
  },
)
