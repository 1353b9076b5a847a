import type { NoticeText } from '../call-policy/late-notice.ts'
import { shortName } from '../escalation/texts/short-name.ts'

/** Why somebody who has not agreed to calls yet was not rung, as a sentence. */
export const unaskedAtNightReason = (name: string): string =>
  `${name} hasn't agreed to calls yet. Until then we only ring between 8 AM and 9 PM.`

export const unaskedTooOftenReason = (name: string): string =>
  `${name} hasn't agreed to calls yet. Until then we ring at most three times a day.`

/** Why a call cannot be started by hand, as a sentence. */
export const declinedReason = (name: string): string => `${name} would rather not be called.`

interface UnaskedCall {
  name: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  reason: string
  /** Try it together. */
  link: string
}

/** Says that a call was not made, since nobody has agreed to calls there yet. */
export function unaskedCallText({ name, localTime, reason, link }: UnaskedCall): NoticeText {
  const who = shortName(name)
  const headline = `We didn't ring ${name} at ${localTime}`
  return {
    subject: headline,
    mail: [
      `${headline}. ${reason}`,
      '',
      `Please ring ${who} yourself. It helps to try a call together, while ${who} has the phone in hand: ${link}`,
    ].join('\n'),
    sms: `Cooee: we didn't ring ${name} at ${localTime}. ${reason} Please ring ${who} yourself.`,
  }
}

/** After three calls in which they picked up and pressed nothing: what the account holder can do. */
export function unansweredConsentText({ name, link }: { name: string; link: string }): NoticeText {
  const who = shortName(name)
  const headline = `${name} hasn't said yet if our calls are all right`
  return {
    subject: headline,
    mail: [
      `We've rung ${who} and asked if calls would be all right. ${who} picked up three times and didn't press a key.`,
      '',
      `It helps to be there: tell ${who} that Cooee will ring, and that 1 means yes. Then try a call together: ${link}`,
      `If the keys are hard to press, try another phone, or ask ${who} if a text would be easier.`,
    ].join('\n'),
    sms: `Cooee: ${name} picked up three times and didn't press a key to say calls are all right. Please try a call together: ${link}`,
  }
}
