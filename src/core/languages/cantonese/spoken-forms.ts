import { chineseMinutes, chineseNumber } from '../chinese-numbers.ts'
import { clockOf, listForms, type SpokenForms } from '../spoken-forms.ts'

const WEEK_DAYS = '一二三四五六日'

/** "朝早九點半", "下晝兩點零五分", "中午十二點". */
function time(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  const twelve = hour % 12 || 12
  return `${partOfDay(hour)}${twelve === 2 ? '兩' : chineseNumber(twelve)}點${past(minute)}`
}

function past(minute: number): string {
  if (minute === 0) return ''
  return minute === 30 ? '半' : `${chineseMinutes(minute)}分`
}

function partOfDay(hour: number): string {
  if (hour === 0) return '半夜'
  if (hour < 5) return '凌晨'
  if (hour < 12) return '朝早'
  if (hour === 12) return '中午'
  return hour < 18 ? '下晝' : '夜晚'
}

/** Cantonese as it is spoken. Two of something is 兩. */
export const CANTONESE_FORMS: SpokenForms = {
  ...{ time, number: chineseNumber, writtenTime: clockOf },
  day: ({ weekDay, day, month }) => `${chineseNumber(month)}月${chineseNumber(day)}號星期${WEEK_DAYS[weekDay - 1]}`,
  writtenDay: ({ weekDay, day, month }) => `${month}月${day}日星期${WEEK_DAYS[weekDay - 1]}`,
  days: (count) => `${count === 2 ? '兩' : chineseNumber(count)}日`,
  ...listForms('yue-Hant'),
}
