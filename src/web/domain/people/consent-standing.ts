import type { LovedOne } from '#contract/people/loved-ones.ts'

/** How a loved one stands to being called. */
export type ConsentStanding = 'agreed' | 'not_asked' | 'declined'

/** Whether a loved one takes calls, as they have said themselves. */
export function consentStanding({ consents }: Pick<LovedOne, 'consents'>): ConsentStanding {
  switch (consents.calls.state) {
    case 'declined':
    case 'withdrawn':
      return 'declined'
    case 'not_asked':
      return 'not_asked'
    default:
      return 'agreed'
  }
}

/** Whether nobody has yet seen that somebody picks up at the number they have now. */
export function isUntried({ tried, callsRefusedAt }: Pick<LovedOne, 'tried' | 'callsRefusedAt'>): boolean {
  return callsRefusedAt === null && !tried.answered
}
