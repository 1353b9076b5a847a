/** "9:00 AM", "9:00 AM AWST", "8:15 AM GMT+8:45", "2:05:09 PM". */
const TIME = /\d{1,2}:\d{2}(?::\d{2})? [AP]M(?: (?:[A-Z]{3,5}\b|GMT[+-][\d:]+))?/g
/** "+61 491 570 156", "+1 (555) 123-4567", "(02) 9876-5432". */
const PHONE = /\+\d+(?: [\d()]+)+(?:-\d+)?|\(\d+\) [\d-]+/g

/** The same words, whose times and phone numbers stay on one line. For screens alone: such spaces make a text message longer. */
export function keptTogether(text: string): string {
  return text.replace(TIME, unbroken).replace(PHONE, unbroken).replaceAll('your time', unbroken)
}

/** The same words, never broken into two lines. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')
