import { clockOf, listForms, type SpokenForms } from '../spoken-forms.ts'

const UP_TO_NINETEEN = [
  ...['μηδέν', 'ένα', 'δύο', 'τρία', 'τέσσερα', 'πέντε', 'έξι', 'επτά', 'οκτώ', 'εννέα'],
  ...['δέκα', 'έντεκα', 'δώδεκα', 'δεκατρία', 'δεκατέσσερα', 'δεκαπέντε', 'δεκαέξι', 'δεκαεπτά', 'δεκαοκτώ'],
  'δεκαεννέα',
]
const TENS = ['', '', 'είκοσι', 'τριάντα', 'σαράντα', 'πενήντα', 'εξήντα', 'εβδομήντα', 'ογδόντα', 'ενενήντα']
/** In the accusative, with their article. */
const WEEK_DAYS = [
  ...['τη Δευτέρα', 'την Τρίτη', 'την Τετάρτη', 'την Πέμπτη', 'την Παρασκευή', 'το Σάββατο'],
  'την Κυριακή',
]
const MONTHS = [
  ...['Ιανουαρίου', 'Φεβρουαρίου', 'Μαρτίου', 'Απριλίου', 'Μαΐου', 'Ιουνίου'],
  ...['Ιουλίου', 'Αυγούστου', 'Σεπτεμβρίου', 'Οκτωβρίου', 'Νοεμβρίου', 'Δεκεμβρίου'],
]

function number(value: number): string {
  const small = UP_TO_NINETEEN[value]
  if (small !== undefined) return small
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens} ${UP_TO_NINETEEN[value % 10]}`
}

/** Of hours and days, which are feminine: "μία", "τρεις", "τέσσερις". */
function feminine(value: number): string {
  return number(value)
    .replace(/ένα$/, 'μία')
    .replace(/τρία$/, 'τρεις')
    .replace(/τέσσερα$/, 'τέσσερις')
    .replace(/δεκατρεις$/, 'δεκατρείς')
}

/** With its preposition: "στις εννέα το πρωί", "στη μία και μισή το μεσημέρι". */
function time(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  const twelve = hour % 12 || 12
  return `${twelve === 1 ? 'στη μία' : `στις ${feminine(twelve)}`}${past(minute)} ${partOfDay(hour)}`
}

function past(minute: number): string {
  if (minute === 0) return ''
  if (minute === 1) return ' και ένα λεπτό'
  return ` και ${minute === 15 ? 'τέταρτο' : minute === 30 ? 'μισή' : number(minute)}`
}

function partOfDay(hour: number): string {
  if (hour === 0) return 'τα μεσάνυχτα'
  if (hour < 12) return hour < 4 ? 'τη νύχτα' : 'το πρωί'
  if (hour < 15) return 'το μεσημέρι'
  return hour < 19 ? 'το απόγευμα' : 'το βράδυ'
}

/** Greek. The first of a month is an ordinal number. */
export const GREEK_FORMS: SpokenForms = {
  ...{ time, number, writtenTime: clockOf },
  day: ({ weekDay, day, month }) =>
    `${WEEK_DAYS[weekDay - 1]} ${day === 1 ? 'πρώτη' : feminine(day)} ${MONTHS[month - 1]}`,
  writtenDay: ({ weekDay, day, month }) => `${WEEK_DAYS[weekDay - 1]} ${day} ${MONTHS[month - 1]}`,
  days: (count) => `${feminine(count)} ${count === 1 ? 'ημέρα' : 'ημέρες'}`,
  ...listForms('el'),
}
