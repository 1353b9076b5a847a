import type { NoticeText } from '../call-policy/late-notice.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'

/** Says that a call in a time away could not be skipped, so that nobody knows whether the next ones ring by themselves. */
export function stuckAwayCallText({
  name,
  localTime,
  link,
}: {
  name: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  link: string
}): NoticeText {
  const person = shortName(name)
  return {
    subject: `Please check ${name}'s calls`,
    mail: [
      `${name} is away, and we couldn't leave out the ${localTime} call. It doesn't ring.`,
      '',
      `Calls may not start again by themselves when ${person} is back. We've been told and are looking into it.`,
      `Please check ${person}'s calls on that day: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${person} is away, and calls may not start again by themselves. Please check them: ${link}`,
  }
}
