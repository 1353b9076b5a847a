/** Monday first, as people in Australia read a week. */
export const WEEK_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type WeekDay = (typeof WEEK_DAYS)[number]

export const RECURRENCE_PATTERNS = ['once', 'daily', 'weekdays', 'weekends', 'weekly', 'monthly', 'custom'] as const
export type RecurrencePattern = (typeof RECURRENCE_PATTERNS)[number]

/** One slot of a custom schedule: a weekday and a wall-clock time `HH:MM`. */
export interface SchedulePattern {
  weekDay: WeekDay
  timeOfDay: string
}

/** When a schedule rings, as wall-clock times (`HH:MM`). The zone is the loved one's; instants are computed when needed (`nextOccurrence`). */
export type Recurrence =
  | { kind: 'once' }
  | { kind: 'daily' | 'weekdays' | 'weekends'; timeOfDay: string }
  | { kind: 'weekly'; timeOfDay: string; weekDay: WeekDay }
  | { kind: 'monthly'; timeOfDay: string; dayOfMonth: number }
  | { kind: 'custom'; slots: readonly SchedulePattern[] }
