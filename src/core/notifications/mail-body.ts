import { sentGreeting } from '../names/sent-words.ts'

/** The safety line of every mail about an alert or a call that was not made at its time. */
const IN_DANGER = 'In danger? Call 000. Cooee is not an emergency service.'

/** A mail to a family: its reader's name, the paragraphs, and who writes. `isAlert`: it ends with the safety line, which no paragraph repeats. */
export function mailBody(
  addressee: { firstName: string | null; username: string },
  paragraphs: readonly string[],
  { isAlert = false }: { isAlert?: boolean } = {},
): string {
  return [sentGreeting(addressee), ...paragraphs, ...(isAlert ? [IN_DANGER] : []), 'Cooee'].join('\n\n')
}
