import type { CallType } from '#core/calls/call-vocabulary.ts'
import { DISPATCH_ORDER, dispatchRank } from '#core/calls/dispatch-order.ts'

export interface Dispatch {
  accountId: number
  callType: CallType
}

/** How many of the dispatched calls, in order, left before another of their account of a type that goes first. All were due at once. */
export function countOutOfOrder(dispatches: readonly Dispatch[]): number {
  const ofAccounts = [...Map.groupBy(dispatches, ({ accountId }) => accountId).values()]
  return ofAccounts.reduce((sum, ofAccount) => sum + countOutOfOrderOf(ofAccount), 0)
}

function countOutOfOrderOf(dispatches: readonly Dispatch[]): number {
  let lowestAfter: number = DISPATCH_ORDER.length
  let outOfOrder = 0
  for (const { callType } of dispatches.toReversed()) {
    const rank = dispatchRank(callType)
    if (rank > lowestAfter) outOfOrder += 1
    lowestAfter = Math.min(lowestAfter, rank)
  }
  return outOfOrder
}

/**
 * By how many calls an account was ahead, at the worst moment, of another that still waited. All were due at once; 1 is every
 * account in turn.
 */
export function maxAhead(dispatches: readonly Dispatch[]): number {
  const total = new Map<number, number>()
  for (const { accountId } of dispatches) total.set(accountId, (total.get(accountId) ?? 0) + 1)
  const left = new Map<number, number>()
  /** How many accounts that still wait have had so many calls. */
  const waiting = new Map<number, number>([[0, total.size]])
  let fewest = 0
  let most = 0
  for (const { accountId } of dispatches) {
    const had = left.get(accountId) ?? 0
    left.set(accountId, had + 1)
    waiting.set(had, (waiting.get(had) ?? 0) - 1)
    if (had + 1 < (total.get(accountId) ?? 0)) waiting.set(had + 1, (waiting.get(had + 1) ?? 0) + 1)
    while (fewest <= had && (waiting.get(fewest) ?? 0) === 0) fewest += 1
    if ((waiting.get(fewest) ?? 0) > 0) most = Math.max(most, had + 1 - fewest)
  }
  return most
}
