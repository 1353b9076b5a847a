import { localTimeFor, withYourTime, yourTimeFor } from '../../format/local-time-for.ts'
import { onAnotherDay } from '../../format/on-another-day.ts'
import type { RenderContext } from '../causes-in-words.ts'
import { shortName } from '../texts/parts/short-name.ts'

/** A medication reminder to which nobody has said anything, although they have answered something else since. */
export interface OpenReminder {
  scheduledFor: Date
  /** Whether the phone rang for it at all. */
  wasRung: boolean
}

const and = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/**
 * For the account holder: what was not asked, and what to do, as sentences; null where nothing is open. A person who answers a call
 * has said nothing about a medicine of which it did not speak.
 */
export function openReminders(reminders: readonly OpenReminder[], context: RenderContext): string | null {
  if (reminders.length === 0) return null
  const name = shortName(context.name)
  const notRung = reminders.filter(({ wasRung }) => !wasRung)
  const notAnswered = reminders.filter(({ wasRung }) => wasRung)
  return [
    notRung.length > 0 && `We didn't get to ${named(notRung, 'medication reminder', context)}.`,
    notAnswered.length > 0 && `${name} hasn't answered ${named(notAnswered, 'medication reminder', context)}.`,
    `Please ask ${name} if the medication's been taken.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}

/** As `openReminders`, for people who need not know what the calls were for. */
export function openRemindersForContacts(reminders: readonly OpenReminder[], context: RenderContext): string | null {
  if (reminders.length === 0) return null
  return `What ${named(reminders, 'call', context)} ${reminders.length === 1 ? 'was' : 'were'} for ${STILL_OPEN}`
}

const STILL_OPEN = 'is still open.'

/** Whether an incident ended with an answer that left a reminder open, as these words and those of a check-in say. */
export function leavesReminderOpen(endedHow: string | null): boolean {
  return endedHow?.endsWith(STILL_OPEN) ?? false
}

/** "the 9:00 AM and 10:00 AM calls", "the 9:00 AM call on Monday 9 March and the 10:00 AM call". */
function named(
  reminders: readonly OpenReminder[],
  noun: string,
  { zone, readerZone, now, hasOwnTime = false }: RenderContext,
): string {
  const inOrder = reminders.toSorted((one, other) => one.scheduledFor.getTime() - other.scheduledFor.getTime())
  const days = Map.groupBy(inOrder, ({ scheduledFor }) => onAnotherDay(scheduledFor, zone, now))
  return and.format(
    [...days].map(([day, ofDay]) => {
      const times = ofDay.map(({ scheduledFor }) => localTimeFor(scheduledFor, zone, readerZone))
      const yours = ofDay.flatMap(
        ({ scheduledFor }) => (hasOwnTime && yourTimeFor(scheduledFor, zone, readerZone)) || [],
      )
      const calls = withYourTime(
        `the ${and.format(times)} ${noun}${times.length === 1 ? '' : 's'}`,
        yours.length > 0 ? and.format(yours) : null,
      )
      return `${calls}${day}`
    }),
  )
}
