import { clockOf, listForms, type SpokenForms } from '../spoken-forms.ts'

const UP_TO_NINETEEN = [
  ...['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'],
  ...['dieci', 'undici', 'dodici', 'tredici', 'quattordici', 'quindici', 'sedici', 'diciassette', 'diciotto'],
  'diciannove',
]
const TENS = ['', '', 'venti', 'trenta', 'quaranta', 'cinquanta', 'sessanta', 'settanta', 'ottanta', 'novanta']
const WEEK_DAYS = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']
const MONTHS = [
  ...['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno'],
  ...['luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
]

/** "ventuno", "ventotto": the tens lose their vowel before one and eight; three at the end has an accent. */
function number(value: number): string {
  const small = UP_TO_NINETEEN[value]
  if (small !== undefined) return small
  const [tens = '', unit] = [TENS[Math.floor(value / 10)], value % 10]
  if (unit === 0) return tens
  if (unit === 1 || unit === 8) return tens.slice(0, -1) + UP_TO_NINETEEN[unit]
  return tens + (unit === 3 ? 'tré' : UP_TO_NINETEEN[unit])
}

/** With its preposition: "alle nove del mattino", "a mezzogiorno", "all'una e mezza del pomeriggio". */
function time(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  if (hour % 12 === 0) return `a ${hour === 0 ? 'mezzanotte' : 'mezzogiorno'}${past(minute, 'mezzo')}`
  const twelve = hour % 12
  return `${twelve === 1 ? "all'una" : `alle ${number(twelve)}`}${past(minute, 'mezza')} ${partOfDay(hour)}`
}

function past(minute: number, half: string): string {
  if (minute === 0) return ''
  if (minute === 1) return ' e un minuto'
  return ` e ${minute === 15 ? 'un quarto' : minute === 30 ? half : number(minute)}`
}

function partOfDay(hour: number): string {
  if (hour < 5) return 'di notte'
  if (hour < 12) return 'del mattino'
  return hour < 18 ? 'del pomeriggio' : 'di sera'
}

/** Italian. The first of a month is an ordinal number. */
export const ITALIAN_FORMS: SpokenForms = {
  ...{ time, number, writtenTime: clockOf },
  day: ({ weekDay, day, month }) =>
    `${WEEK_DAYS[weekDay - 1]} ${day === 1 ? 'primo' : number(day)} ${MONTHS[month - 1]}`,
  writtenDay: ({ weekDay, day, month }) => `${WEEK_DAYS[weekDay - 1]} ${day} ${MONTHS[month - 1]}`,
  days: (count) => (count === 1 ? 'un giorno' : `${number(count)} giorni`),
  ...listForms('it'),
}
