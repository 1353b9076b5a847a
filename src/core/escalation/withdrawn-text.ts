import type { AlertText } from './alert-texts.ts'
import { shortName } from './short-name.ts'

interface Withdrawn {
  name: string
  /** What people had been told, without a full stop. */
  headline: string
  /** The incident's page, for the one person who gets this message. */
  link: string
}

/** What an answering machine turned out to be, in the family's words; the call is tried again when `keepsTrying`. */
export function machineWasHeard(name: string, { keepsTrying }: { keepsTrying: boolean }): string {
  const who = shortName(name)
  return `It was ${who}'s voicemail that we heard. ${who} was not reached.${keepsTrying ? ' We keep trying.' : ''}`
}

/** What everybody who was alerted is told when no person had raised the alarm. `how` says what it was, in sentences. */
export function withdrawnText({ name, headline, link }: Withdrawn, how: string): AlertText {
  const mistake = `We told you: "${headline}." That was a mistake, and we are sorry.`
  return {
    subject: `A mistake of ours about ${name}`,
    mail: `${how}\n\n${mistake}\n\n${link}`,
    sms: `Cooee: ${how} ${mistake} ${link}`,
  }
}
