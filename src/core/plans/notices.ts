import type { NoticeText } from '../call-policy/late-notice.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import { formatDollars } from '../format/currency.ts'
import { formatWeekDayDate } from '../format/dates.ts'
import { listInWords } from '../format/list-in-words.ts'
import { wayOutOfLapse } from './limits/suspended-call.ts'
import { ADD_ONS, addOnFor, BASIC_PLAN } from './prices.ts'
import { LAPSE_NOTICE_DAYS, type LapseCause } from './standing.ts'

export const PLAN_NOTICE_KINDS = [
  'trial_ending',
  'lapsed',
  'suspension_near',
  'suspended',
  'resumed',
  'calls_nearly_used',
  'calls_used',
  'types_ending',
  'types_ended',
] as const
export type PlanNoticeKind = (typeof PLAN_NOTICE_KINDS)[number]

/** The notices to an account holder about their plan. */
export type PlanNotice =
  | { kind: 'trial_ending'; endsAt: Date }
  | { kind: 'lapsed' | 'suspension_near'; cause: LapseCause; suspendsAt: Date }
  | { kind: 'suspended'; cause: LapseCause }
  | { kind: 'resumed' }
  | { kind: 'calls_nearly_used' | 'calls_used'; calls: number; isTrial: boolean; monthEndsAt: Date }
  /** Schedules made in the trial whose add-on was not taken: when they end, and that they have. */
  | { kind: 'types_ending'; callTypes: readonly CallType[]; endsAt: Date }
  | { kind: 'types_ended'; callTypes: readonly CallType[] }

/** The texts of a notice; by SMS only what must not be overlooked. */
export type PlanNoticeText = Pick<NoticeText, 'subject' | 'mail'> & { sms: string | null }

/** A notice in words, with dates in the account holder's zone. `link` is the Subscription page. */
export function planNoticeText(notice: PlanNotice, { zone, link }: { zone: string; link: string }): PlanNoticeText {
  const dateOf = (instant: Date) => formatWeekDayDate(instant, zone)
  switch (notice.kind) {
    case 'trial_ending': {
      const headline = `Your free trial ends on ${dateOf(notice.endsAt)}`
      const price = formatDollars(BASIC_PLAN.cents / 100)
      return mailOnly(headline, [
        `To keep your calls, subscribe to the ${BASIC_PLAN.name} for ${price} per month: ${link}`,
        `Your scheduled calls don't stop that day. Without a subscription we keep making them for at least ${LAPSE_NOTICE_DAYS} days after we email you that the trial is over.`,
      ])
    }
    case 'lapsed': {
      const [headline, wayOut] = [headlineOf(notice.cause), asSentence(wayOutOfLapse(notice.cause))]
      const until = `We'll keep making your scheduled calls until ${dateOf(notice.suspendsAt)}, then we'll suspend them.`
      return byBoth(
        headline,
        `${until} ${wayOut} to keep them: ${link}`,
        ["Until then you can't add calls or loved ones.", NOTHING_DELETED].slice(notice.cause === 'past_due' ? 1 : 0),
      )
    }
    case 'suspension_near': {
      const wayOut = asSentence(wayOutOfLapse(notice.cause))
      return byBoth(
        `We'll suspend your calls on ${dateOf(notice.suspendsAt)}`,
        `${headlineOf(notice.cause)}. ${wayOut} to keep them: ${link}`,
        [NOTHING_DELETED],
      )
    }
    case 'suspended':
      return byBoth(
        'Your calls are suspended',
        `${headlineOf(notice.cause)}. We're no longer ringing your loved ones. Calls start again as soon as you ${wayOutOfLapse(notice.cause)}: ${link}`,
        ["We'll email you about each call we don't make.", NOTHING_DELETED],
      )
    case 'resumed':
      return mailOnly('Your calls have started again', ["We're ringing your loved ones as scheduled."])
    case 'calls_nearly_used':
      return mailOnly(`${notice.calls} of your ${BASIC_PLAN.callsPerMonth} calls are booked`, [
        `${monthOf(notice)} Once all ${BASIC_PLAN.callsPerMonth} are booked, you can't add calls ${untilOf(notice, dateOf)}`,
        `We'll always make the calls you've scheduled. See ${link}`,
      ])
    case 'calls_used':
      return mailOnly(`All your ${BASIC_PLAN.callsPerMonth} calls are booked`, [
        `${monthOf(notice)} You can't schedule more ${untilOf(notice, dateOf)}`,
        `We'll always make the calls you've scheduled. See ${link}`,
      ])
    case 'types_ending': {
      const types = typesInWords(notice.callTypes)
      return mailOnly(`Your ${types} calls end on ${dateOf(notice.endsAt)}`, [
        `You scheduled them in your free trial, and your plan doesn't include them. To keep them, add ${types} on the Subscription page before then: ${link}`,
        'Your other calls continue as scheduled.',
      ])
    }
    case 'types_ended': {
      const types = typesInWords(notice.callTypes)
      return byBoth(
        `Your ${types} calls have ended`,
        `You scheduled them in your free trial, and your plan doesn't include them. To start them again, add ${types} on the Subscription page and schedule them: ${link}`,
        ['Your other calls continue as scheduled.'],
      )
    }
  }
}

const typesInWords = (callTypes: readonly CallType[]): string =>
  listInWords(callTypes.flatMap((callType) => addOnNameOf(callType) ?? []))

function addOnNameOf(callType: CallType): string | null {
  const addOn = addOnFor(callType)
  return addOn && ADD_ONS[addOn].name
}

const NOTHING_DELETED = 'Nothing is deleted.'

function headlineOf(cause: LapseCause): string {
  switch (cause) {
    case 'trial_over':
      return 'Your free trial has ended'
    case 'ended':
      return 'Your subscription has ended'
    case 'past_due':
      return 'Your payment has failed'
  }
}

type Usage = Extract<PlanNotice, { monthEndsAt: Date }>

function monthOf({ isTrial }: Usage): string {
  return isTrial ? "That's for your free trial." : "That's for this month of your plan."
}

function untilOf({ isTrial, monthEndsAt }: Usage, dateOf: (instant: Date) => string): string {
  return isTrial ? 'until you subscribe.' : `until ${dateOf(monthEndsAt)}.`
}

function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function mailOnly(headline: string, paragraphs: readonly string[]): PlanNoticeText {
  return { subject: headline, mail: [`${headline}.`, ...paragraphs].join('\n\n'), sms: null }
}

function byBoth(headline: string, sentences: string, further: readonly string[]): PlanNoticeText {
  return { ...mailOnly(headline, [sentences, ...further]), sms: `Cooee: ${headline}. ${sentences}` }
}
