import type { NoticeText } from '../call-policy/late-notice.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'

interface OfSecondPhone {
  name: string
  /** The page where the second number is changed or removed. */
  link: string
}

/** The message to members, once, when a loved one's second phone wants no calls: the first one is rung in its place. */
export function secondPhoneRefusesText({ name, link, texts }: OfSecondPhone & { texts: boolean }): NoticeText {
  const headline = `${name}'s second phone wants no calls`
  const never = texts ? "We won't ring or text that number any more." : "We won't ring that number any more."
  return {
    subject: headline,
    mail: [
      `${headline}. ${never} ${firstInstead(name)}`,
      '',
      `You can change or remove the second number: ${link}`,
      '',
      'Only that phone can take this back: ring us from it and press 1, or text us START.',
    ].join('\n'),
    sms: `Cooee: ${headline}. ${never} ${firstInstead(name)} You can change or remove the second number.`,
  }
}

/** The message to members, once, when an admin refuses the second number of a loved one. */
export function adminRefusesSecondText({ name, link }: OfSecondPhone): NoticeText {
  const headline = `We no longer ring or text ${name}'s second number`
  return {
    subject: headline,
    mail: [
      `${headline}. ${firstInstead(name)}`,
      '',
      `You can change or remove the second number: ${link}`,
      '',
      'If you think this is a mistake, please write to us.',
    ].join('\n'),
    sms: `Cooee: ${headline}. ${firstInstead(name)} You can change or remove the second number.`,
  }
}

/** The message to members, once, when a loved one's second phone takes calls again. */
export function secondPhoneTakesAgainText({ name, link }: OfSecondPhone): NoticeText {
  const headline = `${name}'s second phone takes calls again`
  const rest = 'That phone asked for it. Later tries ring it again when nobody answers the first phone.'
  return {
    subject: headline,
    mail: [`${headline}.`, '', rest, '', `${name}: ${link}`].join('\n'),
    sms: `Cooee: ${headline}. ${rest}`,
  }
}

/** True as well where the first phone wants no calls either: then there is no try. */
const firstInstead = (name: string): string =>
  `Every try rings ${shortName(name)}'s first phone instead. If nobody answers there, we let people know as always.`
