/** Something that distinguishes one press of a button from the next. */
export interface Press {
  accountId: number
  /** The client's own Idempotency-Key. */
  clientKey: string | undefined
  /** Without one: a value that stays the same until the press has had its effect. */
  state: string | number
}

/** The key under which the card provider does something once: a retry meets the same state of the account, a later change another. */
export function askedOnce(what: string, { accountId, clientKey, state }: Press, asked = ''): string {
  return [what, accountId, clientKey === undefined ? `state-${state}` : `client-${clientKey}`, asked].join(':')
}
