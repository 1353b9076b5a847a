import type { ListOption } from './listbox.tsx'

const MINUTES_PER_DAY = 24 * 60
const STEP_MINUTES = 5

function group(hour: number): string {
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}

/** `13:05` as `1:05 PM`; anything that is not a time of day comes back unchanged. */
export function timeLabel(timeOfDay: string): string {
  const match = /^(\d{2}):(\d{2})$/.exec(timeOfDay)
  if (!match) return timeOfDay
  const hour = Number(match[1])
  return `${hour % 12 || 12}:${match[2]} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The 288 five-minute slots of a day, as `HH:MM`, under Morning, Afternoon and Evening. */
export const TIME_SLOTS: readonly ListOption[] = Array.from({ length: MINUTES_PER_DAY / STEP_MINUTES }, (_, slot) => {
  const minutes = slot * STEP_MINUTES
  const hour = Math.floor(minutes / 60)
  const value = `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { value, label: timeLabel(value), group: group(hour) }
})

/**
 * The slots a typed time can mean: "905", "9:05", "9.05 am" and "21:05" all find 9:05. Digits are matched from the
 * start of the time, on the 12-hour and the 24-hour clock; "a" or "p" keeps one half of the day.
 */
export function findTimeSlots(typed: string): readonly ListOption[] {
  const text = typed.trim().toLowerCase()
  const digits = text.replace(/\D/g, '')
  const half = /p/.test(text) ? 'PM' : /a/.test(text) ? 'AM' : ''
  if (digits === '' && half === '') return TIME_SLOTS
  const hourGiven = /^(\d{1,2})[:.\s]/.exec(text)?.[1]
  return TIME_SLOTS.filter(({ value, label }) => {
    if (half && !label.endsWith(half)) return false
    const [hour12 = '', minute = ''] = label.slice(0, -3).split(':')
    const hour24 = value.slice(0, 2)
    const hours = [hour12, hour12.padStart(2, '0'), hour24]
    if (hourGiven) return hours.includes(hourGiven) && minute.startsWith(digits.slice(hourGiven.length))
    return hours.some((hour) => `${hour}${minute}`.startsWith(digits))
  })
}
