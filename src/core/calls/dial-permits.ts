/** How the provider's rate stands. Milliseconds since 1970, with their fraction. */
export interface DialPace {
  /** When the next permit opens. */
  nextAtMs: number
  /** From which permit on an alert may be dialled while care calls are due. */
  alertNextAtMs: number
}

/** How fast calls may be dialled. All in milliseconds. */
export interface DialRate {
  /** From one permit to the next. */
  intervalMs: number
  /** How long before it opens a permit may be taken. */
  aheadMs: number
}

/** What permits are for: care calls, or alerts, which share the rate with care calls that are due. */
export type PermitUse = { kind: 'care' } | { kind: 'alerts'; isCareDue: boolean }

export interface OpenPermits {
  /** When the first of them opens. */
  firstMs: number
  /** How many may be taken now. */
  count: number
}

/** Workers' clocks may differ by so much. */
const CLOCKS_DIFFER_MS = 1_000

/**
 * The permits that may be taken at `nowMs`. An alert may take the permit that opens next before any care call may. While
 * care calls are due, alerts take every second slot at most: after each of theirs as many are left for care calls.
 * A slot that nobody has taken by the time it is over is lost, for everybody.
 */
export function openPermits(pace: DialPace, rate: DialRate, nowMs: number, permitUse: PermitUse): OpenPermits {
  const { intervalMs } = rate
  const firstMs = firstSlot(pace, rate, nowMs)
  const isTooEarly = permitUse.kind === 'alerts' && permitUse.isCareDue && firstMs < alertsFrom(pace, rate, nowMs)
  const open = Math.max(0, Math.floor((nowMs + maxAheadMs(rate, permitUse) - firstMs) / intervalMs) + 1)
  if (isTooEarly || open === 0) return { firstMs, count: 0 }
  return {
    firstMs,
    count: permitUse.kind === 'alerts' && permitUse.isCareDue ? Math.max(1, Math.floor(open / 2)) : open,
  }
}

/** How the rate stands after `used` of these slots were taken. */
export function afterTaking(
  pace: DialPace,
  { intervalMs }: DialRate,
  { firstMs }: OpenPermits,
  { used, permitUse }: { used: number; permitUse: PermitUse },
): DialPace {
  if (used === 0) return pace
  const nextAtMs = firstMs + used * intervalMs
  if (permitUse.kind === 'care') return { ...pace, nextAtMs }
  // Nobody else was waiting: the one slot after these is for a care call that falls due meanwhile.
  const left = permitUse.isCareDue ? used : 1
  return { nextAtMs, alertNextAtMs: nextAtMs + left * intervalMs }
}

/** When to ask for further permits after `used` of these were taken, in milliseconds since 1970. */
export function pollAgainMs(
  pace: DialPace,
  rate: DialRate,
  nowMs: number,
  { permits, used, permitUse }: { permits: OpenPermits; used: number; permitUse: PermitUse },
): number {
  const { aheadMs, intervalMs } = rate
  const after = afterTaking(pace, rate, permits, { used, permitUse })
  const nextMs = permits.firstMs + used * intervalMs
  const mayMs =
    permitUse.kind === 'alerts' && permitUse.isCareDue ? Math.max(nextMs, alertsFrom(after, rate, nowMs)) : nextMs
  const soonestMs = permits.count === 0 && permitUse.kind === 'alerts' ? nowMs + aheadMs / 2 : nowMs
  return Math.max(soonestMs, mayMs - maxAheadMs(rate, permitUse) + aheadMs / 2)
}

function firstSlot({ nextAtMs }: DialPace, { intervalMs, aheadMs }: DialRate, nowMs: number): number {
  // Further ahead than a slot can be taken is only what a clock wrote that was turned back since: nobody waits for that.
  const isFromTheFuture = nextAtMs > nowMs + aheadMs + 2 * intervalMs + CLOCKS_DIFFER_MS
  return isFromTheFuture ? nowMs : Math.max(nextAtMs, nowMs)
}

function alertsFrom({ alertNextAtMs }: DialPace, { intervalMs, aheadMs }: DialRate, nowMs: number): number {
  // As above: after as many slots as can be taken at once as many again are left for care calls.
  const isFromTheFuture = alertNextAtMs > nowMs + 2 * aheadMs + 4 * intervalMs + CLOCKS_DIFFER_MS
  return isFromTheFuture ? nowMs : alertNextAtMs
}

function maxAheadMs({ aheadMs, intervalMs }: DialRate, { kind }: PermitUse): number {
  return kind === 'alerts' ? aheadMs + intervalMs : aheadMs
}
