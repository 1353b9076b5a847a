import { clockOf, listForms, type SpokenForms } from '../spoken-forms.ts'

const DIGITS = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']
const WEEK_DAYS = ['thứ Hai', 'thứ Ba', 'thứ Tư', 'thứ Năm', 'thứ Sáu', 'thứ Bảy', 'Chủ nhật']

/** One after twenty is "mốt", and five after ten is "lăm". */
function number(value: number): string {
  const [tens, unit] = [Math.floor(value / 10), value % 10]
  if (tens === 0) return DIGITS[unit] ?? ''
  const ten = tens === 1 ? 'mười' : `${DIGITS[tens]} mươi`
  if (unit === 0) return ten
  if (unit === 5) return `${ten} lăm`
  return `${ten} ${unit === 1 && tens > 1 ? 'mốt' : DIGITS[unit]}`
}

/** "chín giờ sáng", "hai giờ rưỡi chiều", "mười hai giờ trưa". */
function time(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${number(hour % 12 || 12)} giờ ${past(minute)}${partOfDay(hour)}`
}

function past(minute: number): string {
  if (minute === 0) return ''
  return minute === 30 ? 'rưỡi ' : `${number(minute)} phút `
}

function partOfDay(hour: number): string {
  if (hour === 0 || hour > 21) return 'đêm'
  if (hour < 11) return 'sáng'
  if (hour < 13) return 'trưa'
  return hour < 19 ? 'chiều' : 'tối'
}

/** Vietnamese. The fourth month has a name of its own. */
export const VIETNAMESE_FORMS: SpokenForms = {
  ...{ time, number, writtenTime: clockOf },
  day: ({ weekDay, day, month }) =>
    `${WEEK_DAYS[weekDay - 1]}, ngày ${number(day)} tháng ${month === 4 ? 'tư' : number(month)}`,
  writtenDay: ({ weekDay, day, month }) => `${WEEK_DAYS[weekDay - 1]}, ngày ${day}/${month}`,
  days: (count) => `${number(count)} ngày`,
  ...listForms('vi'),
}
