import type { AlertText } from './parts/alert-subject.ts'
import { shortName } from './parts/short-name.ts'
import { type TextPart, TRUNCATION_PRIORITY, withinTwoSegments } from './parts/two-segments.ts'

interface Withdrawn {
  name: string
  /** What people had read and is withdrawn, without a full stop. */
  headline: string
  /** What else they were told, and is true; null: nothing. */
  stillOpen: string | null
  /** The incident's page, for the one person who gets this message. */
  link: string
  /** What a text message says beside its news. */
  extras?: readonly (TextPart | null)[]
}

/** What an answering machine turned out to be, in the family's words; the call is retried when `keepsTrying`. */
export function machineWasHeard(name: string, { keepsTrying }: { keepsTrying: boolean }): string {
  const who = shortName(name)
  return `That was ${who}'s voicemail. We haven't reached ${who}.${keepsTrying ? " We'll keep trying." : ''}`
}

/** The text to everybody who was alerted when no person had raised the incident. `how` says what it was, in sentences. */
export function withdrawnText({ name, headline, stillOpen, link, extras = [] }: Withdrawn, how: string): AlertText {
  const mistake = `We told you "${headline}." That was our mistake, and we're sorry.`
  const stands = stillOpen && `This part is still true: ${stillOpen}.`
  const shorter = 'The rest of what we told you is still true.'
  return {
    subject: `Our mistake about ${name}`,
    mail: [how, mistake, stands, `See what happened: ${link}`].filter(Boolean).join('\n\n'),
    sms: withinTwoSegments([
      `Cooee: ${how} ${mistake}`,
      stands && { text: stands, shorter: [{ truncationPriority: TRUNCATION_PRIORITY.last, text: shorter }] },
      link,
      ...extras,
    ]),
  }
}
