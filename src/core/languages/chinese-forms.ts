import { chineseMinutes, chineseNumber } from './chinese-numbers.ts'
import { clockOf, listForms, type SpokenForms } from './spoken-forms.ts'

const WEEK_DAYS = '一二三四五六日'

interface ChineseSigns {
  /** Two of something. */
  two: string
  /** After an hour. */
  oClock: string
  /** After the number of a day in its month, as it is spoken. */
  dayOfMonth: string
  /** After a number of days. */
  days: string
  /** Before an hour from 0 to 23. */
  partOfDay(hour: number): string
  locale: string
}

/** Times, days and numbers of a Chinese language, which differ in these signs alone. */
export function chineseForms({ two, oClock, dayOfMonth, days, partOfDay, locale }: ChineseSigns): SpokenForms {
  const counted = (count: number) => (count === 2 ? two : chineseNumber(count))
  return {
    time(minutes) {
      const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
      return `${partOfDay(hour)}${counted(hour % 12 || 12)}${oClock}${past(minute)}`
    },
    ...{ number: chineseNumber, writtenTime: clockOf },
    day: ({ weekDay, day, month }) =>
      `${chineseNumber(month)}月${chineseNumber(day)}${dayOfMonth}星期${WEEK_DAYS[weekDay - 1]}`,
    writtenDay: ({ weekDay, day, month }) => `${month}月${day}日星期${WEEK_DAYS[weekDay - 1]}`,
    days: (count) => `${counted(count)}${days}`,
    ...listForms(locale),
  }
}

function past(minute: number): string {
  if (minute === 0) return ''
  return minute === 30 ? '半' : `${chineseMinutes(minute)}分`
}
