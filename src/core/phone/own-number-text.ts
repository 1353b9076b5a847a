import { askerOf } from '../conversation/script/spoken-subject.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { phrase } from '../languages/wording.ts'
import { displayPhone } from './display-phone.ts'

interface OwnNumberText {
  /** Who sends it: "Robyn Hartley"; null when the account holder gave no name. */
  askedBy: string | null
  /** The number that Cooee rings from, in E.164. */
  number: string
  /** Where its contact card is. */
  vcardUrl: string
}

/** The text that takes Cooee's number to a loved one's phone, so that they know who is calling. */
export function ownNumberText({ askedBy, number, vcardUrl }: OwnNumberText, wording = ENGLISH_WORDING): string {
  const values = { asker: askerOf({ askedBy }), number: displayPhone(number), link: vcardUrl }
  return phrase(wording, 'texts.ownNumber', values)
}
