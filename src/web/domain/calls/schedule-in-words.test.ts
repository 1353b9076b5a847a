import { expect, test } from 'vitest'
import { aCall } from '#test/web/answers.ts'
import { howOften, scheduleInWords } from './schedule-in-words.ts'

// 9:00 AM on a Tuesday in Sydney, 6:00 AM in Perth.
const scheduledTime = '2026-03-09T22:00:00.000Z'
const slots = [
  { weekDay: 'monday', timeOfDay: '09:00' },
  { weekDay: 'friday', timeOfDay: '20:00' },
] as const

test.each([
  ['once', null, null],
  ['daily', 'Every day', 'Every day at 9:00 AM'],
  ['weekdays', 'Monday to Friday', 'Monday to Friday at 9:00 AM'],
  ['weekends', 'Every Saturday and Sunday', 'Every Saturday and Sunday at 9:00 AM'],
  ['weekly', 'Every Tuesday', 'Every Tuesday at 9:00 AM'],
  ['monthly', 'Every month', 'Every month at 9:00 AM'],
  ['custom', 'Every Monday and Friday', 'Every Monday at 9:00 AM and Friday at 8:00 PM'],
] as const)('a schedule that is %s repeats "%s", in full "%s"', (recurrencePattern, often, inFull) => {
  const call = { ...aCall({ scheduledTime, recurrencePattern }), schedulePatterns: [...slots] }
  expect(howOften(call)).toBe(often)
  expect(scheduleInWords(call)?.replaceAll('\u00a0', ' ') ?? null).toBe(inFull)
})
