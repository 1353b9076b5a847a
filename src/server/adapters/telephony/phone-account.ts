import { type OwnNumbers, ownNumberOr } from '#server/platform/phones/own-numbers.ts'

/** An account at the phone provider, and the numbers of ours that it owns. */
export interface PhoneAccount {
  accountSid: string
  authToken: string
  /** The number calls or texts come from, E.164: of several the main one. */
  from: string
  /** All of them, the main one first; left out, that one. */
  numbers?: OwnNumbers | undefined
  /**
   * Every number that was ever dialled from, ours now or not: what may have been sent from it is still found. Read for each
   * search, since another process may have begun with numbers that this one does not know.
   */
  everyNumber?: (() => Promise<readonly string[]>) | undefined
  /** The sandbox, a region of the provider's, or anything else that speaks the same protocol; absent: the provider. */
  baseUrl?: string | undefined
}

type Numbers = Pick<PhoneAccount, 'from' | 'numbers' | 'everyNumber'>

/** The numbers of an account, the main one first. */
export function numbersOf({ from, numbers }: Numbers): OwnNumbers {
  return numbers ?? [from]
}

/** The wanted number, if the account has it; else the main one. */
export function sendingNumber(account: Numbers, wanted: string | null | undefined): string {
  return ownNumberOr(numbersOf(account), wanted)
}

/** The numbers of an account and all that it had before. Throws where they cannot be read. */
export async function knownNumbers(account: Numbers): Promise<ReadonlySet<string>> {
  return new Set([...numbersOf(account), ...((await account.everyNumber?.()) ?? [])])
}

/**
 * How what we have sent is looked up: by a filter of the provider's where it can be only one number, and what is ours of
 * the answer. Throws where the numbers cannot be read.
 */
export async function sentByUs(
  account: Numbers,
): Promise<{ filter: { from?: string }; isOurs(sent: { from: string }): boolean }> {
  const known = await knownNumbers(account)
  return {
    filter: known.size === 1 ? { from: account.from } : {},
    isOurs: ({ from }) => known.size === 1 || known.has(from),
  }
}
