import type { NoticeText } from '../call-policy/late-notice.ts'
import type { AsksBy } from '../calls/call-vocabulary.ts'
import { shortName } from '../escalation/texts/parts/short-name.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { phrase } from '../languages/wording.ts'

/** Why a call is not placed, as a sentence: "Margaret Hartley has asked not to be called." */
export function refusedReason(name: string, asksBy: AsksBy = 'call'): string {
  return `${name} has asked not to be ${asksBy === 'text' ? 'texted' : 'called'}.`
}

/** Why a call is not placed to a number that an admin refuses. */
export const ADMIN_REFUSED_REASON = "We don't ring this number."

/** What is said where such a number is typed. */
export const ADMIN_REFUSED_NUMBER =
  "We don't ring or text this number. Please enter another one, or write to us if you think that's a mistake."

/** The message to the account holder, once, when an admin refuses the number of a loved one or of a contact. */
export function adminRefusesText({ name, link }: RefusedLovedOne): NoticeText {
  const headline = `We no longer ring or text ${name}'s number`
  return {
    subject: headline,
    mail: [
      `${headline}. We won't make calls to it or send it alerts, and we won't write to you about each one.`,
      `Please keep an eye on ${shortName(name)} yourself, or enter another number: ${link}`,
      'If you think this is a mistake, please write to us.',
    ].join('\n\n'),
    sms: `Cooee: we no longer ring or text ${name}'s number. Please enter another one.`,
  }
}

interface RefusedLovedOne {
  name: string
  /** The loved one's page. */
  link: string
}

/** The message to the account holder, once, when a loved one wants no calls any more. */
export function lovedOneRefusesText({ name, link }: RefusedLovedOne, asksBy: AsksBy = 'call'): NoticeText {
  if (asksBy === 'text') return lovedOneRefusesTexts({ name, link })
  const headline = `${name} has asked not to be called`
  return {
    subject: headline,
    mail: [
      `${headline}. We won't ring that phone any more, and we won't alert anyone about those calls.`,
      '',
      `It's ${shortName(name)}'s decision, so please talk about it together. Your scheduled calls stay in Cooee but won't ring, and we won't write to you about each one.`,
      '',
      `Only that phone can change this: ring us from it and press 1, or text us START. Then the calls start again.`,
      '',
      `${name}: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. We won't ring that phone any more. Please talk about it together. To change it, ring us from that phone and press 1, or text START.`,
  }
}

/** The message to the account holder when a loved one would rather not be called, asked in the first call. */
export function lovedOneDeclinesText({ name, link }: RefusedLovedOne): NoticeText {
  const who = shortName(name)
  const headline = `${name} would rather not be called`
  return {
    subject: headline,
    mail: [
      `We rang and asked ${who} if calls would be all right. ${who} said no, thank you, so we won't ring that phone for you again.`,
      '',
      `That's ${who}'s choice, and it's no judgement of you. Many families talk about it over a cuppa: who would ring, when, and what happens if nobody answers. Some agree on a text instead of a call, or on a neighbour who drops by.`,
      '',
      `If ${who} comes round to it: ring us from that phone and press 1, or text us START. Then the calls begin.`,
      '',
      `${name}: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}, so we won't ring that phone for you. If ${who} changes their mind: ring us from that phone and press 1, or text START.`,
  }
}

function lovedOneRefusesTexts({ name, link }: RefusedLovedOne): NoticeText {
  const headline = `${name} has asked not to be texted`
  return {
    subject: headline,
    mail: [
      `${headline}. We won't text that phone any more, and we won't alert anyone about check-ins by text.`,
      '',
      `It's ${shortName(name)}'s decision, so please talk about it together. Your scheduled check-ins stay in Cooee but no text goes out, and we won't write to you about each one.`,
      '',
      'Only that phone can change this: text us START. Then the texts start again.',
      '',
      `${name}: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. We won't text that phone any more. Please talk about it together. To change it, text START from that phone.`,
  }
}

/** As `lovedOneRefusesTexts`, for a contact, who is no longer notified of emergencies by that phone. */
export function contactRefusesText({
  name,
  refuses,
  link,
}: {
  name: string
  refuses: { calls: boolean; texts: boolean }
  link: string
}): NoticeText {
  const headline = `${name} doesn't want ${whatIsRefused(refuses)} from Cooee any more`
  const rest = refuses.calls
    ? refuses.texts
      ? `If there's an alert, we can't reach ${shortName(name)}. Please make sure someone else is on the list.`
      : `If there's an alert, we'll text ${shortName(name)} but not ring.`
    : `If there's an alert, we'll ring ${shortName(name)} but not text.`
  // A ring from a phone that takes calls is a check-in, or about an alert, and lifts nothing.
  const takesBack = refuses.calls ? 'ring us from it and press 1, or text us START' : 'text us START'
  return {
    subject: headline,
    mail: [
      `${headline}. ${rest}`,
      '',
      `Only that phone can change this: ${takesBack}.`,
      '',
      `Your contacts: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. ${rest}`,
  }
}

/** The message to the account holder, once, when a loved one's phone takes calls again. */
export function lovedOneTakesAgainText({ name, link }: { name: string; link: string }): NoticeText {
  const rest = "Your scheduled calls start again. We won't make up for the ones we missed."
  return takesAgainText({ name, what: 'calls', rest, link })
}

/** As `lovedOneTakesAgainText`, of a contact's phone, with what was `lifted`. */
export function contactTakesAgainText({
  name,
  lifted,
  link,
}: {
  name: string
  lifted: { calls: boolean; texts: boolean }
  link: string
}): NoticeText {
  const doing = lifted.calls
    ? lifted.texts
      ? `ring and text ${shortName(name)}`
      : `ring ${shortName(name)}`
    : `text ${shortName(name)}`
  const rest = `If there's an alert, we'll ${doing} again.`
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
  const headline = `${name} wants ${what} from Cooee again`
  const why = 'That phone asked for it.'
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
  return calls && texts ? 'calls or texts' : calls ? 'calls' : 'texts'
}

/** What is written back to somebody who has asked for no more of it in their own words. */
export function refusedReply(refuses: { calls: boolean; texts: boolean }, wording = ENGLISH_WORDING): string {
  const ofCalls = refuses.texts ? 'texts.noMoreOfBoth' : 'texts.noMoreCalls'
  return `${phrase(wording, refuses.calls ? ofCalls : 'texts.noMoreTexts')} ${phrase(wording, 'texts.textStart')}`
}

/** The answer to a text that ends the recording of calls. */
export const recordingStoppedReply = (deletes: boolean, wording = ENGLISH_WORDING): string =>
  phrase(wording, deletes ? 'texts.recordingDeleted' : 'texts.recordingStopped')

/** The code of the public page, to the phone whose number was typed there. */
export function stopCodeText(code: string): string {
  return `Cooee: ${code} is your code to stop calls or texts to this phone. It works for 15 minutes. Didn't ask for it? Do nothing.`
}
