import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database/database.ts'
import type { Logger } from '../health/logger.ts'
import { type Clock, systemClock } from './clock.ts'
import { clockReference, JUMPED_MS } from './clock-reference.ts'
import { providerClock } from './provider-clock.ts'

/** From here on the log says that a machine's clock is off. */
const WORTH_A_WARNING_MS = JUMPED_MS
/** From this difference on a person has to check: the process does not know whose clock is wrong. */
const NOT_TRUSTED_MS = 30_000
const COMPARE_EVERY_MS = 30_000
/** A first comparison that took longer hides that much of a wrong clock: it is made again before anything is done. */
const UNSURE_MS = 5_000
/** Where none is quicker, the slow one has to do. */
const FIRST_COMPARISON_WITHIN_MS = 60_000

/** Watches how far a machine's clock is from the database's, which is the one that all machines share. */
export interface ClockWatch {
  /**
   * The database's time, as well as it is known; not trusted while this machine's clock is too far from it, or it is too far
   * from the phone provider's, nor at the start before it was compared with both.
   */
  readonly clock: Clock
  /** By how much this machine's clock is ahead at least, negative where it is behind; null while never compared. */
  aheadMs(): number | null
  /** How far the database's time is ahead of the phone provider's; null while not known. */
  aheadOfProviderMs(): number | null
  /** Compares it now. Never throws: a database that does not answer says nothing about the clock. */
  compare(): Promise<void>
  /** Throws while the clock is not trusted. */
  check(): Promise<void>
  stop(): void
}

type Standing = 'right' | 'off' | 'wrong'
type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Compares `machine`'s clock with the database's every half minute, and at once where it has jumped meanwhile: a clock
 * that only goes forward (`steadyMs`, in milliseconds) shows that without asking anybody. A machine that slept has
 * jumped too, and is right; the comparison decides. `providerTime` reads the phone provider's clock, which is compared every
 * five minutes: a database on this machine uses the same clock, and cannot know that it is wrong.
 */
export function watchClock({
  database,
  providerTime,
  log,
  machine = systemClock,
  steadyMs = () => performance.now(),
}: {
  database: () => Db
  providerTime?: (() => Promise<Date>) | undefined
  log: Log
  machine?: Clock
  steadyMs?: () => number
}): ClockWatch {
  let standing: Standing = 'right'
  let comparing: Promise<void> | null = null
  let stopped = false
  const reference = clockReference({
    async ask() {
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database())
      return rows[0]?.at ?? new Date(Number.NaN)
    },
    machine,
    steadyMs,
  })
  const { aheadMs, hasJumped } = reference
  const provider =
    providerTime && providerClock({ ask: providerTime, ownAheadMs: () => aheadMs() ?? 0, log, machine, steadyMs })

  const isNearDatabase = (): boolean => Math.abs(aheadMs() ?? 0) < NOT_TRUSTED_MS
  const isClose = (): boolean => isNearDatabase() && (provider?.isClose() ?? true)

  const beganMs = steadyMs()
  let isSettled = false
  /** At the start only: what was known once is not known less because somebody does not answer. */
  const isFirstIn = (): boolean => {
    const isKnown = reference.unsureMs() <= UNSURE_MS || steadyMs() - beganMs >= FIRST_COMPARISON_WITHIN_MS
    isSettled ||= isKnown && (provider?.isSettled() ?? true)
    return isSettled
  }

  const ask = async (): Promise<void> => {
    try {
      await reference.compare()
      standing = logStanding(standing, aheadMs() ?? 0, log)
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'Clock not compared with the database; retrying')
    }
    await provider?.compareIfDue()
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
      isInSync() {
        if (isFirstIn() && isClose() && !hasJumped()) return true
        void compare()
        return false
      },
    },
    aheadMs,
    aheadOfProviderMs: () => provider?.aheadMs() ?? null,
    compare,
    async check() {
      if (!isClose() || hasJumped()) await compare()
      if (!isNearDatabase()) throw new Error(`The clock of this machine is ${distance(aheadMs() ?? 0)} the database's.`)
      const aheadOfProvider = provider?.aheadMs() ?? 0
      if (!isClose()) throw new Error(`Our time is ${distance(aheadOfProvider)} the phone provider's.`)
    },
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** For Prometheus. */
export function measureClock(registry: Registry, watch: Pick<ClockWatch, 'aheadMs' | 'aheadOfProviderMs'>): void {
  new Gauge({
    name: 'cooee_clock_ahead_seconds',
    help: "How far this machine's clock is ahead of the database's, at least; negative where it is behind.",
    registers: [registry],
    collect() {
      this.set((watch.aheadMs() ?? Number.NaN) / 1000)
    },
  })
  new Gauge({
    name: 'cooee_clock_ahead_of_provider_seconds',
    help: "How far the database's time is ahead of the phone provider's, at least; negative where it is behind.",
    registers: [registry],
    collect() {
      this.set((watch.aheadOfProviderMs() ?? Number.NaN) / 1000)
    },
  })
}

/** Says what has changed, once. */
function logStanding(before: Standing, aheadMs: number, log: Log): Standing {
  const standing = standingOf(Math.abs(aheadMs))
  if (standing === before) return standing
  const facts = { aheadSeconds: Math.round(aheadMs / 100) / 10 }
  switch (standing) {
    case 'right':
      log.info(facts, 'Clock of this machine is right again')
      break
    case 'off':
      log.warn(facts, 'Clock of this machine is off; using the clock of the database')
      break
    case 'wrong':
      log.error(facts, 'Clock of this machine too far from that of the database; pausing all work')
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
