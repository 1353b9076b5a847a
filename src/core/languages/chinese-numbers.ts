const DIGITS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']

/** A number from 0 to 99, the same in Mandarin and Cantonese: "十", "二十一". */
export function chineseNumber(value: number): string {
  const [tens, unit] = [Math.floor(value / 10), value % 10]
  const ones = tens > 0 && unit === 0 ? '' : (DIGITS[unit] ?? '')
  if (tens === 0) return ones
  return `${tens === 1 ? '' : DIGITS[tens]}十${ones}`
}

/** Minutes after the hour, with the zero that is said before a single digit. */
export function chineseMinutes(minute: number): string {
  return minute < 10 ? `零${chineseNumber(minute)}` : chineseNumber(minute)
}
