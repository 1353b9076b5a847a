import { expect, test } from 'vitest'
import { leavesReminderOpen, type OpenReminder, openReminders, openRemindersForContacts } from './open-reminders.ts'

const SYDNEY = 'Australia/Sydney'
const READING = { name: 'Margaret Hartley', zone: SYDNEY, readerZone: SYDNEY, now: new Date('2026-03-10T03:00Z') }
const reminder = (at: string, wasRung = true): OpenReminder => ({ scheduledFor: new Date(at), wasRung })
const NINE = '2026-03-09T22:00Z'
const TEN = '2026-03-09T23:00Z'
const TEN_YESTERDAY = '2026-03-08T23:00Z'

test('the account holder reads which reminders are open, with their days, and what to do', () => {
  expect(openReminders([reminder(TEN), reminder(NINE)], READING)).toBe(
    "Margaret hasn't answered the 9:00 AM and 10:00 AM medication reminders. Please ask Margaret if the medication's been taken.",
  )
  expect(openReminders([reminder(NINE, false), reminder(TEN_YESTERDAY, false)], READING)).toMatch(
    /^We didn't get to the 10:00 AM medication reminder on Monday 9 March and the 9:00 AM medication reminder\./,
  )
  expect(openReminders([], READING)).toBeNull()
})

test('a contact reads of calls alone, and what says so is known by its end', () => {
  const words = openRemindersForContacts([reminder(NINE), reminder(TEN)], READING)
  expect(words).toBe('What the 9:00 AM and 10:00 AM calls were for is still open.')
  expect(openRemindersForContacts([reminder(NINE)], READING)).toBe('What the 9:00 AM call was for is still open.')
  expect(leavesReminderOpen(words)).toBe(true)
})
