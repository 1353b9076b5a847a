import { expect, test } from 'vitest'
import { howOften } from './how-often.ts'

test.each([
  [[], 'now and then'],
  [['daily'], 'every day'],
  [['daily', 'daily', 'weekly'], 'twice a day'],
  [['daily', 'daily', 'daily'], '3 times a day'],
  [['weekdays'], 'every weekday'],
  [['weekends'], 'every weekend'],
  [['weekdays', 'weekends'], 'every day'],
  [['custom', 'weekends'], 'on some days of the week'],
  [['weekly'], 'every week'],
  [['monthly'], 'every month'],
] as const)('schedules of %j are said as "%s"', (patterns, said) => {
  expect(howOften(patterns)).toBe(said)
})
