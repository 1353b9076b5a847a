/** How often each account used something of one phone in a day. Those that did not are left out. */
export type UsesByAccount = ReadonlyMap<number, number>

/**
 * Whether an account may not use a phone any more: it was used as often as one may be, and the account has had its share of that. The
 * share is the limit by the accounts that use the phone: nobody can use up the calls and texts of another family's mother. 0: no limit.
 */
export function isBeyondShare(uses: UsesByAccount, accountId: number, most: number): boolean {
  const all = [...uses.values()].reduce((sum, many) => sum + many, 0)
  if (most === 0 || all < most) return false
  const accounts = uses.size + (uses.has(accountId) ? 0 : 1)
  return (uses.get(accountId) ?? 0) >= Math.floor(most / accounts)
}
