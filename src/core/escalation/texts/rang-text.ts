import type { AlertText } from './parts/alert-subject.ts'
import { shortName } from './parts/short-name.ts'
import { type TextPart, withinTwoSegments } from './parts/two-segments.ts'

interface Rang {
  name: string
  /** What people had read, without a full stop. */
  headline: string
  link: string
  /** What a text message says beside its news. */
  extras?: readonly (TextPart | null)[]
}

/** The text to those who take care of an incident that the loved one's phone has rung Cooee, which is no all-clear. `at`: the loved one's time. */
export function rangText({ name, headline, link, extras = [] }: Rang, at: string): AlertText {
  const who = shortName(name)
  const sentence = `${who}'s phone rang us at ${at}. We still don't know how ${who} is.`
  return {
    subject: `${name}'s phone rang us`,
    mail: `${sentence} Earlier we told you: ${headline}.\n\nPlease keep checking on ${who}.\nSee what happened: ${link}`,
    sms: withinTwoSegments([`Cooee: ${sentence} Please keep checking on ${who}.`, link, ...extras]),
  }
}
