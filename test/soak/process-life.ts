import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { PlannedEvent, SimulatedTime } from './simulated-time.ts'

/**
 * A process of the simulation. Once it is dead nothing reaches it any more: nothing it waits for is answered, as
 * for a process that was killed. While it is suspended everything waits until it goes on.
 */
export interface ProcessLife {
  readonly name: string
  readonly time: SimulatedTime
  /** For the random numbers of our own code. */
  readonly jitter: Chance
  isDead: boolean
  /** How many more statements begin or end before it dies; null for no planned death. */
  diesAfter: number | null
  suspendedUntil: number
}

const current = new AsyncLocalStorage<ProcessLife>()

/** Runs code of ours as part of a process. */
export function within<Result>(life: ProcessLife, run: () => Result): Result {
  return current.run(life, run)
}

/** Plans an event of a process: dropped if the process is dead when it comes, postponed if it is suspended. */
export function planFor(life: ProcessLife, milliseconds: number, run: () => unknown): PlannedEvent {
  const { time } = life
  return time.after(milliseconds, function once(): unknown {
    if (life.isDead) return undefined
    if (time.now() < life.suspendedUntil) return time.at(life.suspendedUntil, once)
    return run()
  })
}

const real = {
  setInterval: globalThis.setInterval,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  pause: timers.setTimeout,
  now: performance.now,
  random: Math.random,
}
/** Timers that may still ring; of a process that is suspended one rings later than it was planned. */
const planned = new WeakMap<object, () => void>()
let users = 0

/**
 * Gives the simulated processes the simulated time and chance: their timers, their clock that only goes forward, and
 * their random numbers. Everything else in this program keeps the real ones. Returns how to undo it.
 */
export function simulateTimers(): () => void {
  users += 1
  if (users === 1) {
    Object.assign(globalThis, {
      setTimeout: setTimeoutOfProcess,
      clearTimeout: clearTimeoutOfProcess,
      setInterval: setIntervalOfProcess,
    })
    timers.setTimeout = pauseOfProcess
    syncBuiltinESMExports()
    performance.now = () => current.getStore()?.time.now() ?? real.now.call(performance)
    Math.random = () => current.getStore()?.jitter.next() ?? real.random()
  }
  return () => {
    users -= 1
    if (users > 0) return
    Object.assign(globalThis, {
      setTimeout: real.setTimeout,
      clearTimeout: real.clearTimeout,
      setInterval: real.setInterval,
    })
    timers.setTimeout = real.pause
    syncBuiltinESMExports()
    performance.now = real.now
    Math.random = real.random
  }
}

function setTimeoutOfProcess(run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]): unknown {
  const life = current.getStore()
  if (!life) return real.setTimeout(run, milliseconds, ...args)
  const timer = { unref: () => timer, ref: () => timer }
  const ring = planFor(life, milliseconds, () => {
    if (planned.delete(timer)) within(life, () => run(...args))
  })
  planned.set(timer, () => life.time.cancel(ring))
  return timer
}

function pauseOfProcess<Value>(
  ...[milliseconds, value, options]: Parameters<typeof real.pause<Value>>
): Promise<Value> {
  if (!current.getStore()) return real.pause(milliseconds, value, options)
  return new Promise((resolve) => setTimeout(() => resolve(value as Value), milliseconds))
}

/** The simulation runs a process's intervals itself: none may follow a real clock. */
function setIntervalOfProcess(run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]): unknown {
  if (!current.getStore()) return real.setInterval(run, milliseconds, ...args)
  const timer = { unref: () => timer, ref: () => timer }
  return timer
}

function clearTimeoutOfProcess(timer: Parameters<typeof clearTimeout>[0]): void {
  const cancel = typeof timer === 'object' ? planned.get(timer) : undefined
  if (typeof timer === 'object') planned.delete(timer)
  if (cancel) cancel()
  else real.clearTimeout(timer)
}
