import type { NoticeText } from '../call-policy/late-notice.ts'
import { formatDollars } from '../format/currency.ts'
import { formatWeekDayDate } from '../format/dates.ts'
import { BASIC_PLAN } from './prices.ts'
import { GRACE_DAYS, type LapseCause } from './standing.ts'
import { wayOutOfLapse } from './suspended-call.ts'

export const PLAN_NOTICE_KINDS = [
  'trial_ending',
  'lapsed',
  'suspension_near',
  'suspended',
  'resumed',
  'calls_nearly_used',
  'calls_used',
] as const
export type PlanNoticeKind = (typeof PLAN_NOTICE_KINDS)[number]

/** What an account holder is told of their plan. */
export type PlanNotice =
  | { kind: 'trial_ending'; endsAt: Date }
  | { kind: 'lapsed' | 'suspension_near'; cause: LapseCause; suspendsAt: Date }
  | { kind: 'suspended'; cause: LapseCause }
  | { kind: 'resumed' }
  | { kind: 'calls_nearly_used' | 'calls_used'; calls: number; isTrial: boolean; monthEndsAt: Date }

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
        `Subscribe to the ${BASIC_PLAN.name} for ${price} per month to go on: ${link}`,
        `Calls that are scheduled do not stop on that day. Without a subscription they go on for at least ${GRACE_DAYS} days after we have told you that the trial is over.`,
      ])
    }
    case 'lapsed': {
      const [headline, wayOut] = [headlineOf(notice.cause), asSentence(wayOutOfLapse(notice.cause))]
      const until = `Calls that are scheduled go on until ${dateOf(notice.suspendsAt)}, then they are suspended.`
      return byBoth(
        headline,
        `${until} ${wayOut} to keep them: ${link}`,
        ['Until then no new calls or loved ones can be added.', NOTHING_DELETED].slice(
          notice.cause === 'past_due' ? 1 : 0,
        ),
      )
    }
    case 'suspension_near': {
      const wayOut = asSentence(wayOutOfLapse(notice.cause))
      return byBoth(
        `Your calls will be suspended on ${dateOf(notice.suspendsAt)}`,
        `${headlineOf(notice.cause)}. ${wayOut} to keep them: ${link}`,
        [NOTHING_DELETED],
      )
    }
    case 'suspended':
      return byBoth(
        'Your calls are suspended',
        `${headlineOf(notice.cause)}. Your loved ones are not called any more. Calls start again as soon as you ${wayOutOfLapse(notice.cause)}: ${link}`,
        ['We write to you about each call that is not placed.', NOTHING_DELETED],
      )
    case 'resumed':
      return mailOnly('Your calls are placed again', ['Your loved ones are called at their times, as scheduled.'])
    case 'calls_nearly_used':
      return mailOnly(`${notice.calls} of your ${BASIC_PLAN.callsPerMonth} calls have been placed`, [
        `${monthOf(notice)} At ${BASIC_PLAN.callsPerMonth}, with those that are scheduled, no new calls can be added ${untilOf(notice, dateOf)}`,
        `What is scheduled is still placed, always. See ${link}`,
      ])
    case 'calls_used':
      return mailOnly(`All your ${BASIC_PLAN.callsPerMonth} calls have been placed`, [
        `${monthOf(notice)} No new calls can be scheduled ${untilOf(notice, dateOf)}`,
        `What is scheduled is still placed, always. See ${link}`,
      ])
  }
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
  return isTrial ? 'That is in your free trial.' : 'That is in this month of your plan.'
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
