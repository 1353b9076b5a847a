import type { AlertText } from './alert-texts.ts'
import { shortName } from './short-name.ts'

interface Rang {
  name: string
  /** What people had been told, without a full stop. */
  headline: string
  link: string
}

/**
 * What those who look after an incident are told when the loved one's phone has rung Cooee: the fact, and that it is no
 * all-clear. `at` is the time on the loved one's clock.
 */
export function rangText({ name, headline, link }: Rang, at: string): AlertText {
  const who = shortName(name)
  const sentence = `${who}'s phone rang Cooee at ${at}. That alone does not tell us how ${who} is.`
  return {
    subject: `${name}'s phone has rung Cooee`,
    mail: `${sentence} It is about: ${headline}.\n\nPlease go on looking after it: ${link}`,
    sms: `Cooee: ${sentence} Please go on looking after it. ${link}`,
  }
}
