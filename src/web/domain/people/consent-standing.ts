import type { LovedOne } from '#contract/people/loved-ones.ts'
import { saidNo } from '#core/consent/consent.ts'

/** How a loved one stands to being called. */
export type ConsentStanding = 'agreed' | 'not_asked' | 'declined'

/** Whether a loved one takes calls, as they have said themselves. */
export function consentStanding({ consents }: Pick<LovedOne, 'consents'>): ConsentStanding {
  const { state } = consents.calls
  if (saidNo(state)) return 'declined'
  return state === 'not_asked' ? 'not_asked' : 'agreed'
}

/** Whether nobody has yet seen that somebody picks up at the number they have now. */
export function isUntried({ tried, callsRefusedAt }: Pick<LovedOne, 'tried' | 'callsRefusedAt'>): boolean {
  return callsRefusedAt === null && !tried.answered
}
