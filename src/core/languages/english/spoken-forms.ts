import { listForms, type SpokenForms } from '../spoken-forms.ts'

const WEEK_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

const time = (minutes: number): string => {
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

const day: SpokenForms['day'] = ({ weekDay, day, month }) => `${WEEK_DAYS[weekDay - 1]} ${day} ${MONTHS[month - 1]}`

/** The voice of English reads digits as they are meant: "9:00 AM", "Friday 13 March". */
export const ENGLISH_FORMS: SpokenForms = {
  ...{ time, writtenTime: time, day, writtenDay: day },
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  number: String,
  ...listForms('en-AU'),
}
