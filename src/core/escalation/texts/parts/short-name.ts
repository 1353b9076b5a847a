import { sentNameOr } from '../../../names/sent-name.ts'

/** Alone it would name nobody: "Mr" of "Mr Hartley", "Aunty" of "Aunty Joan". */
const TITLE =
  /^(mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|rev|father|sister|aunt|auntie|aunty|uncle|nan|nana|nanna|pop)\.?$/i

/** "Margaret" for "Margaret Hartley": once it is clear who is meant, a text message has no room for more. */
export function shortName(name: string): string {
  const sent = sentNameOr(name)
  const [first = sent] = sent.split(' ')
  return TITLE.test(first) ? sent : first
}
