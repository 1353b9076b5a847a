import type { LovedOne } from '#contract/people/loved-ones.ts'
import { isLandline } from '#core/phone/is-landline.ts'

/** Whether a text can be asked of them instead of a call: a mobile, and not one that an admin refuses. */
export const mayBeTexted = ({ phoneNumber, isRefusedByAdmin }: Pick<LovedOne, 'phoneNumber' | 'isRefusedByAdmin'>) =>
  !isRefusedByAdmin && !isLandline(phoneNumber)
