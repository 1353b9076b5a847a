import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { type Clock, systemClock } from './clock.ts'
import type { Db } from './database.ts'
import type { Logger } from './logger.ts'

/** From here on the log says that a machine's clock is off. */
const WORTH_A_WARNING_MS = 2_000
/** From here on somebody has to look: whose clock is wrong cannot be told from here. */
const NOT_TRUSTED_MS = 30_000
const COMPARE_EVERY_MS = 30_000
/** So much a clock may gain or lose against another between two comparisons without having jumped. */
const DRIFT_MS = 50

/** Watches how far a machine's clock is from the database's, which is the one that all machines share. */
export interface ClockWatch {
  /** The database's time, as well as it is known; not trusted while this machine's clock is too far from it. */
  readonly clock: Clock
  /** By how much this machine's clock is ahead at least, negative where it is behind; null while never compared. */
  aheadMs(): number | null
  /** Compares it now. Never throws: a database that does not answer tells nothing about the clock. */
  compare(): Promise<void>
  /** Throws while the clock is not trusted. */
  check(): Promise<void>
  stop(): void
}

/** The truth lies between: the database looked at its clock at some time between the question and its answer. */
interface Comparison {
  leastAheadMs: number
  mostAheadMs: number
  /** What this machine's clock said at the answer, and the one that only goes forward. */
  wallMs: number
  steadyMs: number
}

type Standing = 'right' | 'off' | 'wrong'
type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Compares `machine`'s clock with the database's every half minute, and at once where it has jumped meanwhile: a clock
 * that only goes forward (`steadyMs`, in milliseconds) shows that without asking anybody. A machine that slept has
 * jumped too, and is right; the comparison decides.
 */
export function watchClock({
  database,
  log,
  machine = systemClock,
  steadyMs = () => performance.now(),
}: {
  database: () => Db
  log: Log
  machine?: Clock
  steadyMs?: () => number
}): ClockWatch {
  let latest: Comparison | null = null
  let standing: Standing = 'right'
  let comparing: Promise<void> | null = null
  let stopped = false

  const jumpedMs = ({ wallMs, steadyMs: thenMs }: Comparison): number =>
    machine.now().getTime() - wallMs - (steadyMs() - thenMs)
  const aheadMs = (): number | null => {
    if (!latest) return null
    const jumped = jumpedMs(latest)
    return nearestToZero(latest.leastAheadMs + jumped, latest.mostAheadMs + jumped)
  }
  const isClose = (): boolean => Math.abs(aheadMs() ?? 0) < NOT_TRUSTED_MS
  // Whether it was set or the machine slept, only a comparison tells: after a sleep, now would be before it.
  const hasJumped = (): boolean => latest !== null && Math.abs(jumpedMs(latest)) >= WORTH_A_WARNING_MS

  const ask = async (): Promise<void> => {
    try {
      const askedMs = steadyMs()
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database())
      const answeredMs = steadyMs()
      const wallMs = machine.now().getTime()
      const mostAheadMs = wallMs - (rows[0]?.at.getTime() ?? Number.NaN)
      const leastAheadMs = mostAheadMs - (answeredMs - askedMs)
      const seen: Comparison = { leastAheadMs, mostAheadMs, wallMs, steadyMs: answeredMs }
      latest = latest ? narrowed(seen, latest, jumpedMs(latest)) : seen
      standing = told(standing, aheadMs() ?? 0, log)
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'The clock could not be compared with that of the database')
    }
  }
  const compare = (): Promise<void> => {
    comparing ??= ask().finally(() => {
      comparing = null
    })
    return comparing
  }
  const timer = setInterval(() => void compare(), COMPARE_EVERY_MS)
  timer.unref()
  return {
    clock: {
      now: () => new Date(machine.now().getTime() - (aheadMs() ?? 0)),
      isTrusted() {
        if (isClose() && !hasJumped()) return true
        void compare()
        return false
      },
    },
    aheadMs,
    compare,
    async check() {
      if (!isClose() || hasJumped()) await compare()
      if (!isClose()) throw new Error(`The clock of this machine is ${distance(aheadMs() ?? 0)} the database's.`)
    },
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** For Prometheus. */
export function measureClock(registry: Registry, watch: Pick<ClockWatch, 'aheadMs'>): void {
  new Gauge({
    name: 'cooee_clock_ahead_seconds',
    help: "How far this machine's clock is ahead of the database's, at least; negative where it is behind.",
    registers: [registry],
    collect() {
      this.set((watch.aheadMs() ?? Number.NaN) / 1000)
    },
  })
}

/** An answer that took long says little: what the one before said still holds, unless the two contradict each other. */
function narrowed(seen: Comparison, before: Comparison, jumpedMs: number): Comparison {
  const leastAheadMs = Math.max(seen.leastAheadMs, before.leastAheadMs + jumpedMs - DRIFT_MS)
  const mostAheadMs = Math.min(seen.mostAheadMs, before.mostAheadMs + jumpedMs + DRIFT_MS)
  return leastAheadMs <= mostAheadMs ? { ...seen, leastAheadMs, mostAheadMs } : seen
}

function nearestToZero(leastMs: number, mostMs: number): number {
  return leastMs > 0 ? leastMs : Math.min(mostMs, 0)
}

/** Says what has changed, once. */
function told(before: Standing, aheadMs: number, log: Log): Standing {
  const standing = standingOf(Math.abs(aheadMs))
  if (standing === before) return standing
  const facts = { aheadSeconds: Math.round(aheadMs / 100) / 10 }
  switch (standing) {
    case 'right':
      log.info(facts, 'The clock of this machine is right again')
      break
    case 'off':
      log.warn(facts, 'The clock of this machine is off; that of the database counts')
      break
    case 'wrong':
      log.error(facts, 'The clock of this machine is too far from that of the database: nothing is done by it')
      break
    default:
      standing satisfies never
  }
  return standing
}

function standingOf(offMs: number): Standing {
  if (offMs >= NOT_TRUSTED_MS) return 'wrong'
  return offMs >= WORTH_A_WARNING_MS ? 'off' : 'right'
}

function distance(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return `${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'}`
}
