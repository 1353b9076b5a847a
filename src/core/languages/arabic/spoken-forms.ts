import { clockOf, listForms, type SpokenForms } from '../spoken-forms.ts'

/** Numbers with a masculine noun, such as a day: from three to ten they look feminine. */
const MASCULINE = [
  ...['صفر', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة'],
  ...['أحد عشر', 'اثنا عشر', 'ثلاثة عشر', 'أربعة عشر', 'خمسة عشر', 'ستة عشر', 'سبعة عشر', 'ثمانية عشر'],
  'تسعة عشر',
]
/** With a feminine noun, such as a minute. */
const FEMININE = [
  ...['صفر', 'واحدة', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع', 'عشر'],
  ...['إحدى عشرة', 'اثنتا عشرة', 'ثلاث عشرة', 'أربع عشرة', 'خمس عشرة', 'ست عشرة', 'سبع عشرة', 'ثماني عشرة'],
  'تسع عشرة',
]
const TENS = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']
const HOURS = [
  ...['الثانية عشرة', 'الواحدة', 'الثانية', 'الثالثة', 'الرابعة', 'الخامسة', 'السادسة', 'السابعة'],
  ...['الثامنة', 'التاسعة', 'العاشرة', 'الحادية عشرة'],
]
const ORDINALS = [
  ...['', 'الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع', 'الثامن', 'التاسع', 'العاشر'],
  ...['الحادي عشر', 'الثاني عشر', 'الثالث عشر', 'الرابع عشر', 'الخامس عشر', 'السادس عشر', 'السابع عشر'],
  ...['الثامن عشر', 'التاسع عشر'],
]
const WEEK_DAYS = ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد']
const MONTHS = [
  ...['يناير', 'فبراير', 'مارس', 'أبريل', 'مايو', 'يونيو'],
  ...['يوليو', 'أغسطس', 'سبتمبر', 'أكتوبر', 'نوفمبر', 'ديسمبر'],
]

/** The unit stands before the tens. */
function numberOf(small: readonly string[], value: number): string {
  if (value < 20) return small[value] ?? ''
  const tens = TENS[Math.floor(value / 10)] ?? ''
  // Eight ends in another way before the tens.
  const unit = small[value % 10]?.replace(/^ثماني$/, 'ثمانٍ')
  return value % 10 === 0 ? tens : `${unit} و${tens}`
}

/** "الساعة التاسعة صباحًا", "الساعة الثانية والنصف بعد الظهر". */
function time(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `الساعة ${HOURS[hour % 12]}${past(minute)} ${partOfDay(hour)}`
}

function past(minute: number): string {
  if (minute === 0) return ''
  if (minute === 15) return ' والربع'
  if (minute === 30) return ' والنصف'
  if (minute === 1) return ' ودقيقة واحدة'
  if (minute === 2) return ' ودقيقتان'
  return ` و${numberOf(FEMININE, minute)} ${minute <= 10 ? 'دقائق' : 'دقيقة'}`
}

function partOfDay(hour: number): string {
  if (hour === 0) return 'منتصف الليل'
  if (hour < 12) return 'صباحًا'
  if (hour === 12) return 'ظهرًا'
  return hour < 18 ? 'بعد الظهر' : 'مساءً'
}

function days(count: number): string {
  if (count === 1) return 'يوم واحد'
  if (count === 2) return 'يومان'
  return `${numberOf(MASCULINE, count)} ${count > 2 && count <= 10 ? 'أيام' : 'يومًا'}`
}

function ordinal(day: number): string {
  if (day < 20) return ORDINALS[day] ?? ''
  const tens = day < 30 ? 'العشرين' : 'الثلاثين'
  const unit = day % 10
  return unit === 0 ? tens : `${unit === 1 ? 'الحادي' : ORDINALS[unit]} و${tens}`
}

/** Modern Standard Arabic, with the names of months that are known everywhere. */
export const ARABIC_FORMS: SpokenForms = {
  ...{ time, days, number: (value) => numberOf(MASCULINE, value), writtenTime: clockOf },
  day: ({ weekDay, day, month }) => `يوم ${WEEK_DAYS[weekDay - 1]} ${ordinal(day)} من ${MONTHS[month - 1]}`,
  writtenDay: ({ weekDay, day, month }) => `يوم ${WEEK_DAYS[weekDay - 1]} ${day} ${MONTHS[month - 1]}`,
  ...listForms('ar'),
}
