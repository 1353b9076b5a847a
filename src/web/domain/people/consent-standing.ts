import type { LovedOne } from '#contract/people/loved-ones.ts'
import { isLandline } from '#core/phone/is-landline.ts'

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

/** Whether a text can be asked of them instead of a call: a mobile, and not one that an admin refuses. */
export const mayBeTexted = ({ phoneNumber, isRefusedByAdmin }: Pick<LovedOne, 'phoneNumber' | 'isRefusedByAdmin'>) =>
  !isRefusedByAdmin && !isLandline(phoneNumber)

/** Whether what comes next does not ring, since that phone wants no calls. A text is sent all the same. */
export const isNextRefused = ({ callsRefusedAt, nextCall }: Pick<LovedOne, 'callsRefusedAt' | 'nextCall'>): boolean =>
  callsRefusedAt !== null && nextCall?.asksBy !== 'text'
