import type { Clock } from './clock.ts'

/** From here on a clock has jumped since it was compared. */
export const JUMPED_MS = 2_000
/** So much a clock may gain or lose against another between two comparisons without having jumped. */
const DRIFT_MS = 50

/** Somebody else's clock, and how far this machine's was from it when they were compared last. */
export interface ClockReference {
  /** By how much this machine's clock is ahead at least, negative where it is behind; null while never compared. */
  aheadMs(): number | null
  /** Within how much `aheadMs` is known: a slow answer says little. Infinite while never compared. */
  unsureMs(): number
  /** Whether this machine's clock was set since, or the machine slept: only another comparison shows which. */
  hasJumped(): boolean
  /** Compares them now. Throws what `ask` throws; what was known before stays then. */
  compare(): Promise<void>
  /** What was known is known no more. */
  forget(): void
}

/** The truth lies between: the other read its clock at some time between the question and its answer. */
interface Comparison {
  leastAheadMs: number
  maxAheadMs: number
  /** What this machine's clock said at the answer, and the one that only goes forward. */
  wallMs: number
  steadyMs: number
}

/**
 * Compares `machine`'s clock with the one that `ask` reads. `resolutionMs`: how much later than its answer says the other
 * clock may have been (an answer in whole seconds: a second). `steadyMs` only goes forward, and shows a jump of the
 * machine's clock without asking anybody.
 */
export function clockReference({
  ask,
  machine,
  steadyMs,
  resolutionMs = 0,
}: {
  ask: () => Promise<Date>
  machine: Clock
  steadyMs: () => number
  resolutionMs?: number
}): ClockReference {
  let latest: Comparison | null = null
  const jumpedMs = ({ wallMs, steadyMs: thenMs }: Comparison): number =>
    machine.now().getTime() - wallMs - (steadyMs() - thenMs)
  return {
    aheadMs() {
      if (!latest) return null
      const jumped = jumpedMs(latest)
      return nearestToZero(latest.leastAheadMs + jumped, latest.maxAheadMs + jumped)
    },
    unsureMs: () => (latest ? latest.maxAheadMs - latest.leastAheadMs : Number.POSITIVE_INFINITY),
    hasJumped: () => latest !== null && Math.abs(jumpedMs(latest)) >= JUMPED_MS,
    async compare() {
      const askedMs = steadyMs()
      const at = await ask()
      const answeredMs = steadyMs()
      const wallMs = machine.now().getTime()
      const maxAheadMs = wallMs - at.getTime()
      const leastAheadMs = maxAheadMs - (answeredMs - askedMs) - resolutionMs
      const seen: Comparison = { leastAheadMs, maxAheadMs, wallMs, steadyMs: answeredMs }
      latest = latest ? narrowed(seen, latest, jumpedMs(latest)) : seen
    },
    forget() {
      latest = null
    },
  }
}

/** An answer that took long says little: what the one before said still holds, unless the two contradict each other. */
function narrowed(seen: Comparison, before: Comparison, jumpedMs: number): Comparison {
  const leastAheadMs = Math.max(seen.leastAheadMs, before.leastAheadMs + jumpedMs - DRIFT_MS)
  const maxAheadMs = Math.min(seen.maxAheadMs, before.maxAheadMs + jumpedMs + DRIFT_MS)
  return leastAheadMs <= maxAheadMs ? { ...seen, leastAheadMs, maxAheadMs } : seen
}

function nearestToZero(leastMs: number, mostMs: number): number {
  return leastMs > 0 ? leastMs : Math.min(mostMs, 0)
}
