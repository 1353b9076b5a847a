/** How often each account used something of one phone in a day. Only accounts that did. */
export type UsesByAccount = ReadonlyMap<number, number>

/** Whether an account has had its share of a phone that was used as often as it may be: the limit by the accounts that use it. 0: no limit. */
export function isOverShare(uses: UsesByAccount, accountId: number, most: number): boolean {
  const all = [...uses.values()].reduce((sum, many) => sum + many, 0)
  if (most === 0 || all < most) return false
  const accounts = uses.size + (uses.has(accountId) ? 0 : 1)
  return (uses.get(accountId) ?? 0) >= Math.floor(most / accounts)
}
