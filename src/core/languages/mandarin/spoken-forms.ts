import { chineseMinutes, chineseNumber } from '../chinese-numbers.ts'
import { clockOf, listForms, type SpokenForms } from '../spoken-forms.ts'

const WEEK_DAYS = '一二三四五六日'

/** "上午九点半", "下午两点零五分", "中午十二点". */
function time(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  const twelve = hour % 12 || 12
  return `${partOfDay(hour)}${twelve === 2 ? '两' : chineseNumber(twelve)}点${past(minute)}`
}

function past(minute: number): string {
  if (minute === 0) return ''
  return minute === 30 ? '半' : `${chineseMinutes(minute)}分`
}

function partOfDay(hour: number): string {
  if (hour === 0) return '半夜'
  if (hour < 5) return '凌晨'
  if (hour < 9) return '早上'
  if (hour < 12) return '上午'
  if (hour === 12) return '中午'
  return hour < 18 ? '下午' : '晚上'
}

/** Mandarin. Two of something is 两. */
export const MANDARIN_FORMS: SpokenForms = {
  ...{ time, number: chineseNumber, writtenTime: clockOf },
  day: ({ weekDay, day, month }) => `${chineseNumber(month)}月${chineseNumber(day)}号星期${WEEK_DAYS[weekDay - 1]}`,
  writtenDay: ({ weekDay, day, month }) => `${month}月${day}日星期${WEEK_DAYS[weekDay - 1]}`,
  days: (count) => `${count === 2 ? '两' : chineseNumber(count)}天`,
  ...listForms('zh-Hans'),
}
