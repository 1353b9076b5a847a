import { localTimeFor } from '../format/local-time-for.ts'
import { onAnotherDay } from '../format/on-another-day.ts'
import type { Reading } from './causes-in-words.ts'
import { shortName } from './short-name.ts'

/** A medication reminder to which nobody has said anything, although they have answered something else since. */
export interface OpenReminder {
  scheduledFor: Date
  /** Whether the phone rang for it at all. */
  wasRung: boolean
}

const and = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/**
 * For the account holder: what was not asked, and what to do, as sentences; null where nothing is open. Whoever answers a call
 * has said nothing about a medicine of which it did not speak.
 */
export function openReminders(reminders: readonly OpenReminder[], reading: Reading): string | null {
  if (reminders.length === 0) return null
  const name = shortName(reading.name)
  const notRung = reminders.filter(({ wasRung }) => !wasRung)
  const notAnswered = reminders.filter(({ wasRung }) => wasRung)
  return [
    notRung.length > 0 && `We did not mention ${named(notRung, reading)}.`,
    notAnswered.length > 0 && `${name} has not answered ${named(notAnswered, reading)}.`,
    `Please ask ${name} whether the medication has been taken.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}

/** The same for people who need not know what the calls were for. */
export function openRemindersForContacts(reminders: readonly OpenReminder[], reading: Reading): string | null {
  if (reminders.length === 0) return null
  const calls = reminders.length === 1 ? 'call was' : 'calls were'
  return `What the ${and.format(timesOf(reminders, reading))} ${calls} for ${STILL_OPEN}`
}

const STILL_OPEN = 'is still open.'

/** Whether an incident ended with an answer that left a reminder open, as these words and those of a check-in say. */
export function leavesReminderOpen(endedHow: string | null): boolean {
  return endedHow?.endsWith(STILL_OPEN) ?? false
}

function named(reminders: readonly OpenReminder[], reading: Reading): string {
  const what = reminders.length === 1 ? 'the medication reminder of' : 'the medication reminders of'
  return `${what} ${and.format(timesOf(reminders, reading))}`
}

function timesOf(reminders: readonly OpenReminder[], { zone, readerZone, now }: Reading): string[] {
  return reminders
    .toSorted((one, other) => one.scheduledFor.getTime() - other.scheduledFor.getTime())
    .map(({ scheduledFor: at }) => `${localTimeFor(at, zone, readerZone)}${onAnotherDay(at, zone, now)}`)
}
