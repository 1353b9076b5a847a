import type { LapseCause, Standing } from '../standing.ts'
import { type Permission, refused } from './permission.ts'

/** What somebody wanted to do when nothing covers it any more. */
export type Wanted = 'schedule new calls' | 'change this call' | 'start a call now' | 'add a loved one'

/** The refusal of something new while neither trial nor payment covers it; null while something does. */
export function refusedAsNotCovered(standing: Standing, wanted: Wanted): Permission | null {
  switch (standing.kind) {
    case 'off':
    case 'trial':
    case 'active':
    case 'past_due':
      return null
    case 'lapsed':
    case 'suspended':
      return refused(`${LAPSES[standing.cause]} ${WAYS_OUT[standing.cause]} on the Subscription page to ${wanted}.`)
  }
}

const LAPSES: Record<LapseCause, string> = {
  trial_over: 'Your free trial has ended.',
  ended: 'Your subscription has ended.',
  past_due: 'Your payment has failed.',
}

const WAYS_OUT: Record<LapseCause, string> = {
  trial_over: 'Subscribe to the Basic Plan',
  ended: 'Subscribe again',
  past_due: 'Change your card, then press Pay now',
}
