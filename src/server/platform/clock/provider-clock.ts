import type { Logger } from '../health/logger.ts'
import type { Clock } from './clock.ts'
import { type ClockReference, clockReference } from './clock-reference.ts'

/** From here on nothing is done by our time: a call minutes early or late is at the wrong time. */
const NOT_TRUSTED_MS = 60_000
const ASK_EVERY_MS = 5 * 60_000
/** While the two are far apart, or nobody answers. */
const ASK_SOONER_MS = 10_000
/** After how long without an answer the provider's clock no longer counts: missed calls have to be reported. */
const FORGET_AFTER_MS = 5 * 60_000
/** How long after the start nothing is done before it has answered. A provider that is down must not stop everything forever. */
const FIRST_ANSWER_WITHIN_MS = 30_000
/** The provider gives the time in whole seconds. */
const RESOLUTION_MS = 1_000

/**
 * The phone provider's clock, as a second reference beside the database's: an embedded database uses this machine's clock and
 * does not see that it is wrong. It never decides whose clock is right: when the two are far apart a person has to check.
 */
export interface ProviderClock {
  /** How far the time that we use (`aheadMs` off this machine's clock) is ahead of the provider's; null while not known. */
  aheadMs(): number | null
  isClose(): boolean
  /** False at the start, until the provider has answered or half a minute has passed. */
  isSettled(): boolean
  /** Asks the provider, if it is time to. Never throws. */
  compareIfDue(): Promise<void>
}

/** `ask` reads the provider's clock; `ownAheadMs` is by how much this machine's clock is ahead of the time that we use. */
export function providerClock({
  ask,
  ownAheadMs,
  log,
  machine,
  steadyMs,
}: {
  ask: () => Promise<Date>
  ownAheadMs: () => number
  log: Pick<Logger, 'info' | 'error'>
  machine: Clock
  steadyMs: () => number
}): ProviderClock {
  const reference: ClockReference = clockReference({ ask, machine, steadyMs, resolutionMs: RESOLUTION_MS })
  let askedMs = Number.NEGATIVE_INFINITY
  const beganMs = steadyMs()
  let answeredMs = beganMs
  let wasClose = true

  const aheadMs = (): number | null => {
    const ahead = reference.aheadMs()
    return ahead === null ? null : ahead - ownAheadMs()
  }
  const isClose = (): boolean => Math.abs(aheadMs() ?? 0) < NOT_TRUSTED_MS
  const isDue = (): boolean => {
    const isKnown = aheadMs() !== null && !reference.hasJumped()
    const everyMs = isKnown && isClose() ? ASK_EVERY_MS : ASK_SOONER_MS
    return steadyMs() - askedMs >= everyMs
  }
  const compare = async (): Promise<void> => {
    askedMs = steadyMs()
    try {
      await reference.compare()
      // One strange answer does not count: a proxy in between may have given it.
      if (!isClose()) await reference.compare()
      answeredMs = steadyMs()
    } catch {
      if (steadyMs() - answeredMs > FORGET_AFTER_MS) reference.forget()
    }
  }
  return {
    aheadMs,
    isClose,
    isSettled: () => aheadMs() !== null || steadyMs() - beganMs >= FIRST_ANSWER_WITHIN_MS,
    async compareIfDue() {
      if (isDue()) await compare()
      if (isClose() === wasClose) return
      wasClose = !wasClose
      const facts = { aheadSeconds: Math.round((aheadMs() ?? 0) / 1000) }
      if (wasClose) log.info(facts, 'Our time is that of the phone provider again')
      else log.error(facts, 'Our time is too far from that of the phone provider; work is paused')
    },
  }
}
