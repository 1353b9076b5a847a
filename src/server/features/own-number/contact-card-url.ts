import { CONTACT_CARD_PATH } from '#contract/people/own-number.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'

/** The address of the contact card of one of our numbers. The main one needs no further word: it goes into a text message. */
export function contactCardUrl({
  publicUrl,
  ownNumbers: [main],
  number,
}: {
  publicUrl: string
  ownNumbers: OwnNumbers
  number: string
}): string {
  const card = `${publicUrl.replace(/\/+$/, '')}${CONTACT_CARD_PATH}`
  return number === main ? card : `${card}?n=${number.slice(1)}`
}
