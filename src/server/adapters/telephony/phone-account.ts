import { type OwnNumbers, ownNumberOr } from '#server/platform/phones/own-numbers.ts'

/** An account at the phone provider, and the numbers of ours that it owns. */
export interface PhoneAccount {
  accountSid: string
  authToken: string
  /** The number calls or texts come from, E.164: of several the main one. */
  from: string
  /** All of them, the main one first; left out, that one. */
  numbers?: OwnNumbers | undefined
  /** Numbers that were ours before: what may have been dialled from them is still found. */
  formerNumbers?: readonly string[] | undefined
  /** The sandbox, a region of the provider's, or anything else that speaks the same protocol; absent: the provider. */
  baseUrl?: string | undefined
}

type Numbers = Pick<PhoneAccount, 'from' | 'numbers' | 'formerNumbers'>

/** The numbers of an account, the main one first. */
export function numbersOf({ from, numbers }: Numbers): OwnNumbers {
  return numbers ?? [from]
}

/** The wanted number, if the account has it; else the main one. */
export function sendingNumber(account: Numbers, wanted: string | null | undefined): string {
  return ownNumberOr(numbersOf(account), wanted)
}

/** How what we have sent is looked up: by a filter of the provider's where it can be only one number, and what is ours of the answer. */
export function sentByUs(account: Numbers): { filter: { from?: string }; isOurs(sent: { from: string }): boolean } {
  const known = new Set([...numbersOf(account), ...(account.formerNumbers ?? [])])
  return {
    filter: known.size === 1 ? { from: account.from } : {},
    isOurs: ({ from }) => known.size === 1 || known.has(from),
  }
}
