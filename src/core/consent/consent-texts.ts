import type { NoticeText } from '../call-policy/late-notice.ts'
import type { AsksBy } from '../calls/call-vocabulary.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'

/** Why somebody who has not agreed yet was not rung, or texted, as a sentence. */
export const unaskedAtNightReason = (name: string, asksBy: AsksBy): string =>
  asksBy === 'text'
    ? `${name} hasn't agreed to our texts yet. Until then we only text between 8 AM and 9 PM.`
    : `${name} hasn't agreed to calls yet. Until then we only ring between 8 AM and 9 PM.`

export const unaskedTooOftenReason = (name: string, asksBy: AsksBy): string =>
  asksBy === 'text'
    ? `${name} hasn't agreed to our texts yet. Until then we text at most three times a day.`
    : `${name} hasn't agreed to calls yet. Until then we ring at most three times a day.`

/** Why a call cannot be started by hand, as a sentence. */
export const declinedReason = (name: string): string => `${name} would rather not be called.`

interface UnaskedCall {
  name: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  reason: string
  /** Try it together. */
  link: string
  asksBy: AsksBy
}

/** Says that a call was not made, or a text not sent, since nobody has agreed to it there yet. */
export function unaskedCallText({ name, localTime, reason, link, asksBy }: UnaskedCall): NoticeText {
  const who = shortName(name)
  if (asksBy === 'text') {
    const headline = `We didn't text ${name} at ${localTime}`
    const instead = `Please check on ${who} yourself.`
    const mend = `One OK from ${who} to any of our texts is enough. It helps to be there when the next one comes.`
    return {
      subject: headline,
      mail: [`${headline}. ${reason}`, '', `${instead} ${mend}`].join('\n'),
      sms: `Cooee: we didn't text ${name} at ${localTime}. ${reason} ${instead}`,
    }
  }
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
