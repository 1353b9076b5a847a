import { askerName } from '../conversation/script/spoken-subject.ts'
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
export function ownNumberText({ askedBy, number, vcardUrl }: OwnNumberText): string {
  return `Cooee: ${askerName({ askedBy })} has set up calls to see how you are. We ring from ${displayPhone(number)}. To save it, open ${vcardUrl}. Don't want this? Reply STOP.`
}
