import { expect, test } from 'vitest'
import { recurrenceInWords } from './in-words.ts'
import type { Recurrence } from './recurrence.ts'

test.for<[words: string, rule: Recurrence]>([
  ['once', { kind: 'once' }],
  ['every day at 9:00 AM', { kind: 'daily', timeOfDay: '09:00' }],
  ['every day at 12:05 AM', { kind: 'daily', timeOfDay: '00:05' }],
  ['Monday to Friday at 12:00 PM', { kind: 'weekdays', timeOfDay: '12:00' }],
  ['every Saturday and Sunday at 6:30 PM', { kind: 'weekends', timeOfDay: '18:30' }],
  ['every Tuesday at 9:00 AM', { kind: 'weekly', timeOfDay: '09:00', weekDay: 'tuesday' }],
  ['on the 1st of every month at 9:00 AM', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 1 }],
  ['on the 12th of every month at 9:00 AM', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 12 }],
  ['on the 22nd of every month at 9:00 AM', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 22 }],
  ['on the 28th of every month at 9:00 AM', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 28 }],
  ['on the 29th of every month (or the last day) at 9:00 AM', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 29 }],
  ['on the 31st of every month (or the last day) at 9:00 AM', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 31 }],
  [
    'every Monday at 9:00 AM and Thursday at 2:00 PM',
    {
      kind: 'custom',
      slots: [
        { weekDay: 'thursday', timeOfDay: '14:00' },
        { weekDay: 'monday', timeOfDay: '09:00' },
      ],
    },
  ],
  [
    'every Monday and Wednesday at 9:00 AM and Friday at 10:30 AM',
    {
      kind: 'custom',
      slots: [
        { weekDay: 'monday', timeOfDay: '09:00' },
        { weekDay: 'wednesday', timeOfDay: '09:00' },
        { weekDay: 'friday', timeOfDay: '10:30' },
      ],
    },
  ],
  [
    'every Monday, Tuesday and Sunday at 8:00 AM',
    {
      kind: 'custom',
      slots: [
        { weekDay: 'sunday', timeOfDay: '08:00' },
        { weekDay: 'tuesday', timeOfDay: '08:00' },
        { weekDay: 'monday', timeOfDay: '08:00' },
      ],
    },
  ],
])('%s', ([words, rule]) => {
  expect(recurrenceInWords(rule)).toBe(words)
})
