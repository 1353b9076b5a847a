import type { Activity } from '#contract/calls/activity.ts'
import { calendarDaysBetween, formatDate } from '#core/format/dates.ts'

export const ACTIVITY_GROUPS = ['all', 'call', 'loved_one', 'contact', 'member', 'subscription'] as const
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number]

/** The entries of one group whose description or details contain what was typed. */
export function matchingActivity(entries: readonly Activity[], group: ActivityGroup, typed: string): Activity[] {
  const wanted = typed.trim().toLowerCase()
  return entries.filter(({ activityType, description, metadata }) => {
    if (group !== 'all' && !activityType.startsWith(`${group}_`)) return false
    return `${description} ${metadata.details ?? ''}`.toLowerCase().includes(wanted)
  })
}

/** Entries under the day they happened on in `zone`: "Today", "Yesterday", then the date. Keeps their order. */
export function byDay(
  entries: readonly Activity[],
  now: Date,
  zone: string,
): { heading: string; entries: Activity[] }[] {
  const days: { heading: string; entries: Activity[] }[] = []
  for (const entry of entries) {
    const heading = dayHeading(new Date(entry.createdAt), now, zone)
    const last = days.at(-1)
    if (last?.heading === heading) last.entries.push(entry)
    else days.push({ heading, entries: [entry] })
  }
  return days
}

function dayHeading(instant: Date, now: Date, zone: string): string {
  const daysAgo = calendarDaysBetween(instant, now, zone)
  if (daysAgo <= 0) return 'Today'
  return daysAgo === 1 ? 'Yesterday' : formatDate(instant, zone)
}
