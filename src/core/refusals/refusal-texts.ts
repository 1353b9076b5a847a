import type { NoticeText } from '../call-policy/late-notice.ts'

/** Why a call is not placed, as a sentence: "Margaret Hartley has asked not to be called." */
export function refusedReason(name: string): string {
  return `${name} has asked not to be called.`
}

/** Why a call is not placed to a number that an admin refuses. */
export const ADMIN_REFUSED_REASON = 'Cooee does not ring this number.'

/** What is said where such a number is typed. */
export const ADMIN_REFUSED_NUMBER =
  'Cooee does not ring or text this number. Please enter another one, or write to us if you think that this is a mistake.'

/** What the account holder is told, once, when an admin refuses the number of somebody they look after or of a contact. */
export function adminRefusesText({ name, link }: RefusedLovedOne): NoticeText {
  const headline = `Cooee does not ring or text the number of ${name} any more`
  return {
    subject: headline,
    mail: [
      `${headline}. Calls to it are not placed, alerts do not reach it, and we do not tell you of each call that is not made.`,
      `Please look after ${name} yourself, or enter another number: ${link}`,
      'If you think that this is a mistake, please write to us.',
    ].join('\n\n'),
    sms: `Cooee: we do not ring or text the number of ${name} any more. Please enter another number.`,
  }
}

interface RefusedLovedOne {
  name: string
  /** The loved one's page. */
  link: string
}

/** What the account holder is told, once, when somebody who is called wants no calls any more. */
export function lovedOneRefusesText({ name, link }: RefusedLovedOne): NoticeText {
  const headline = `${name} has asked not to be called`
  return {
    subject: headline,
    mail: [
      `${headline} by Cooee. We do not ring that phone any more, and nobody is alarmed about the calls that are not made.`,
      '',
      `It is ${name}'s own decision, so please talk about it together. The calls you have planned stay where they are, and we do not tell you of each one that is not made.`,
      '',
      `Only that phone can change it: ring Cooee from it and press 1, or text START to Cooee from it. Then the calls go on by themselves.`,
      '',
      `${name}: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. We do not ring that phone any more. Please talk about it together. To change it, ring Cooee from that phone and press 1, or text START from it.`,
  }
}

/** The same of a contact, who is not told of emergencies by that phone any more. */
export function contactRefusesText({
  name,
  refuses,
  link,
}: {
  name: string
  refuses: { calls: boolean; texts: boolean }
  link: string
}): NoticeText {
  const headline = `${name} does not want ${whatIsRefused(refuses)} from Cooee any more`
  const rest = refuses.calls
    ? refuses.texts
      ? `Should somebody need looking after, we cannot reach ${name}. Please make sure that somebody else is on the list.`
      : `Should somebody need looking after, we write to ${name} and do not ring.`
    : `Should somebody need looking after, we ring ${name} instead of writing first.`
  return {
    subject: headline,
    mail: [
      `${headline}. ${rest}`,
      '',
      `Only that phone can change it: ring Cooee from it and press 1, or text START to Cooee from it.`,
      '',
      `Your contacts: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. ${rest}`,
  }
}

/** What the account holder is told, once, when a loved one's phone takes calls again. */
export function lovedOneTakesAgainText({ name, link }: { name: string; link: string }): NoticeText {
  const rest = 'What you have planned goes on by itself; calls that were not made are not made up for.'
  return takesAgainText({ name, what: 'calls', rest, link })
}

/** The same of a contact's phone, with what was `lifted`. */
export function contactTakesAgainText({
  name,
  lifted,
  link,
}: {
  name: string
  lifted: { calls: boolean; texts: boolean }
  link: string
}): NoticeText {
  const doing = lifted.calls ? (lifted.texts ? `ring and write to ${name}` : `ring ${name}`) : `write to ${name}`
  const rest = `Should somebody need looking after, we ${doing} again.`
  return takesAgainText({ name, what: whatIsTakenAgain(lifted), rest, link })
}

function takesAgainText({
  name,
  what,
  rest,
  link,
}: {
  name: string
  what: string
  rest: string
  link: string
}): NoticeText {
  const headline = `${name} takes ${what} from Cooee again`
  const why = `${name}'s phone asked for it.`
  return {
    subject: headline,
    mail: [`${headline}.`, '', `${why} ${rest}`, '', `${name}: ${link}`].join('\n'),
    sms: `Cooee: ${headline}. ${why} ${rest}`,
  }
}

/** "calls and text messages" */
export function whatIsTakenAgain(lifted: { calls: boolean; texts: boolean }): string {
  return whatIsRefused(lifted).replace(' or ', ' and ')
}

/** "calls or text messages" */
export function whatIsRefused({ calls, texts }: { calls: boolean; texts: boolean }): string {
  return calls && texts ? 'calls or text messages' : calls ? 'calls' : 'text messages'
}

/** What is written back to somebody who has asked for no more of it in words of their own. */
export function refusedReply(refuses: { calls: boolean; texts: boolean }): string {
  const what = refuses.calls
    ? refuses.texts
      ? 'Cooee does not ring or text this phone any more.'
      : 'Cooee does not ring this phone any more.'
    : 'Cooee does not text this phone any more.'
  return `${what} To change that, text START. In danger? Call 000.`
}

/** What is written back to START. */
export const LIFTED_REPLY = 'Cooee may ring and text this phone again. To stop that, text STOP.'

/** The code of the public page, to the phone whose number was typed there. */
export function stopCodeText(code: string): string {
  return `Cooee: ${code} is the code to stop calls or texts to this phone. It is good for 15 minutes. If you did not ask for it, do nothing.`
}
