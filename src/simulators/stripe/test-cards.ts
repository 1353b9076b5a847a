import type { PaymentMethod } from './records/wire.ts'

export type CardBehaviour = 'pays' | 'declined' | 'pays-first'

export interface TestCard {
  number: string
  behaviour: CardBehaviour
  does: string
}

/** The cards the sandbox takes. Any other number is refused, real or not. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', behaviour: 'pays', does: 'pays' },
  { number: '4000 0000 0000 0002', behaviour: 'declined', does: 'is declined' },
  { number: '4000 0000 0000 0341', behaviour: 'pays-first', does: 'pays first, and is declined on renewal' },
]

/** What the bank answers where a card is declined. */
export const DECLINED = 'Your card was declined.'

export interface CardEntry {
  number: string
  expiry: string
  cvc: string
}

export type ReadCard =
  | { kind: 'accepted'; card: TestCard; expMonth: number; expYear: number }
  | { kind: 'refused'; field: keyof CardEntry; message: string }

/** Reads what was typed on a payment page; the card itself may still be declined. */
export function readCard({ number, expiry, cvc }: CardEntry, now: Date): ReadCard {
  const digits = number.replace(/[\s-]/g, '')
  const refused = (field: keyof CardEntry, message: string): ReadCard => ({ kind: 'refused', field, message })
  if (!/^\d{12,19}$/.test(digits)) return refused('number', 'Your card number is incomplete.')
  const card = TEST_CARDS.find((known) => known.number.replaceAll(' ', '') === digits)
  if (!card) {
    return refused(
      'number',
      'Your card was declined. This is a test page, and it takes the test cards shown here only.',
    )
  }
  const date = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry)
  const expMonth = Number(date?.[1])
  const expYear = 2000 + Number(date?.[2])
  if (!date || expMonth < 1 || expMonth > 12) return refused('expiry', 'Your card’s expiry date is incomplete.')
  if (Date.UTC(expYear, expMonth) <= now.getTime()) return refused('expiry', 'Your card’s expiry date is in the past.')
  if (!/^\s*\d{3}\s*$/.test(cvc)) return refused('cvc', 'Your card’s security code is incomplete.')
  return { kind: 'accepted', card, expMonth, expYear }
}

/** What the card behind a payment method does. Its last four digits distinguish the three. */
export function behaviourOf(method: PaymentMethod): CardBehaviour {
  const known = TEST_CARDS.find((card) => card.number.endsWith(method.card?.last4 ?? ''))
  return known?.behaviour ?? 'declined'
}
