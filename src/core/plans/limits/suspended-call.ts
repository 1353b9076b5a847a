import type { NoticeText } from '../../call-policy/late-notice.ts'
import { shortName } from '../../escalation/texts/parts/short-name.ts'
import type { LapseCause } from '../standing.ts'

/** Why a call was not placed, as a sentence. */
export function suspendedReason(cause: LapseCause): string {
  switch (cause) {
    case 'trial_over':
      return 'Your calls are suspended because your free trial has ended.'
    case 'ended':
      return 'Your calls are suspended because your subscription has ended.'
    case 'past_due':
      return 'Your calls are suspended because your payment failed.'
  }
}

/** How calls are placed again, as the end of a sentence: "Calls start again as soon as you …". */
export function wayOutOfLapse(cause: LapseCause): string {
  switch (cause) {
    case 'trial_over':
      return 'subscribe to the Basic Plan'
    case 'ended':
      return 'subscribe again'
    case 'past_due':
      return 'change your card and press Pay now on the Subscription page'
  }
}

interface SuspendedCall {
  name: string
  /** The promised time on the loved one's wall, "9:00 AM". */
  localTime: string
  /** What is shown for the loved one's number, to ring the person. */
  phone: string
  cause: LapseCause
  /** The Subscription page. */
  link: string
}

/** Says that a call came due while calls were suspended, by the channels chosen for late calls. */
export function suspendedCallText({ name, localTime, phone, cause, link }: SuspendedCall): NoticeText {
  const headline = `We didn't ring ${name} at ${localTime}`
  return {
    subject: headline,
    mail: [
      `${headline}. ${suspendedReason(cause)}`,
      '',
      `Ring ${shortName(name)}: ${phone}`,
      `Calls start again as soon as you ${wayOutOfLapse(cause)}: ${link}`,
    ].join('\n'),
    sms: `Cooee: ${headline}. ${suspendedReason(cause)} Ring ${shortName(name)}: ${phone}.`,
  }
}
