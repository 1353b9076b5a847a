import type { NoticeText } from '../call-policy/late-notice.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'

/** The message to the account holder when a contact says no. */
export function contactDeclinedText({
  name,
  lovedOneName,
  link,
}: {
  name: string
  lovedOneName: string
  /** The contacts of the loved one. */
  link: string
}): NoticeText {
  const headline = `${name} doesn't want to be a contact for ${lovedOneName}`
  const rest = `We won't alert ${shortName(name)}, and we won't ask again.`
  return {
    subject: headline,
    mail: [
      `${headline}. ${rest}`,
      '',
      `That's all right: not everyone can. Please make sure someone else is on the list. ${shortName(name)} can still say yes, by texting YES or on the page we sent.`,
      '',
      `Your contacts: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. ${rest} Please make sure someone else is on the list.`,
  }
}
