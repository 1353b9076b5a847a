import { formatTimeOfDay } from '#core/format/dates.ts'
import type { ListOption } from './listbox.tsx'

const MINUTES_PER_DAY = 24 * 60
const STEP_MINUTES = 5

function group(hour: number): string {
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}

/** The 288 five-minute slots of a day, as `HH:MM`, under Morning, Afternoon and Evening. */
export const TIME_SLOTS: readonly ListOption[] = Array.from({ length: MINUTES_PER_DAY / STEP_MINUTES }, (_, slot) => {
  const minutes = slot * STEP_MINUTES
  return option(Math.floor(minutes / 60), minutes % 60)
})

const IN_WORDS: Record<string, string> = { noon: '12:00 pm', midday: '12:00 pm', midnight: '12:00 am' }

interface TypedTime {
  /** The hour, when a separator or the number of digits shows where it ends. */
  hour?: string
  digits: string
  half: '' | 'AM' | 'PM'
}

function read(typed: string): TypedTime {
  const asTyped = typed.trim().toLowerCase()
  const text = IN_WORDS[asTyped] ?? asTyped
  return {
    hour: /^(\d{1,2})[:.\s]/.exec(text)?.[1],
    digits: text.replace(/\D/g, ''),
    half: /p/.test(text) ? 'PM' : /a/.test(text) ? 'AM' : '',
  }
}

function option(hour: number, minute: number): ListOption {
  const value = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return { value, label: formatTimeOfDay(value), group: group(hour) }
}

/** The whole times that were typed to the minute, such as "9:03 am" or "2103"; on a 12-hour clock they may be two. */
function exactTimes({ hour, digits, half }: TypedTime): ListOption[] {
  const hourDigits = hour ?? digits.slice(0, -2)
  const minuteDigits = digits.slice(hourDigits.length)
  if (minuteDigits.length !== 2 || hourDigits === '') return []
  const [h, minute] = [Number(hourDigits), Number(minuteDigits)]
  if (h > 23 || minute > 59) return []
  if (h > 12 || h === 0 || hourDigits.startsWith('0')) return half === 'PM' && h < 12 ? [] : [option(h, minute)]
  const morning = option(h % 12, minute)
  const evening = option((h % 12) + 12, minute)
  return half === 'AM' ? [morning] : half === 'PM' ? [evening] : [morning, evening]
}

/** "1pm" and "13" mean one o'clock, not the times that begin with those digits, such as 1:10 and 12:00. */
function isWholeHour({ digits, half }: TypedTime, { value }: ListOption): boolean {
  const hour = Number(digits)
  if (digits === '' || digits.length > 2 || !value.endsWith(':00')) return false
  const shown = Number(value.slice(0, 2))
  return shown === hour || (half !== '' || hour <= 12 ? shown % 12 === hour % 12 && hour > 0 && hour <= 12 : false)
}

/**
 * The times a typed text can mean, the likeliest first: "905", "9:05", "9.05 am" and "21:05" all find 9:05. Digits are matched from the
 * start of the time, on the 12-hour and the 24-hour clock; "a" or "p" keeps one half of the day. A time typed to the
 * minute ("9:03 am") is offered although it is no five-minute slot.
 */
export function findTimeSlots(typed: string): readonly ListOption[] {
  const time = read(typed)
  const { hour, digits, half } = time
  if (digits === '' && half === '') return TIME_SLOTS
  const slots = TIME_SLOTS.filter(({ value, label }) => {
    if (half && !label.endsWith(half)) return false
    const [hour12 = '', minute = ''] = label.slice(0, -3).split(':')
    const hours = [hour12, hour12.padStart(2, '0'), value.slice(0, 2)]
    if (hour) return hours.includes(hour) && minute.startsWith(digits.slice(hour.length))
    return hours.some((candidate) => `${candidate}${minute}`.startsWith(digits))
  })
  const known = new Set(slots.map((slot) => slot.value))
  const exact = exactTimes(time).filter((candidate) => !known.has(candidate.value))
  const byClock = [...exact, ...slots].sort((a, b) => a.value.localeCompare(b.value))
  const [wholeHours, others] = [true, false].map((wanted) =>
    byClock.filter((slot) => isWholeHour(time, slot) === wanted),
  )
  return [...(wholeHours ?? []), ...(others ?? [])]
}
