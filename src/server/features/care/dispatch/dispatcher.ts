import { aheadMs, jitterMs, spacingMs } from '#server/features/dialling/public.ts'
import { isClockInSync } from '#server/platform/clock/clock.ts'
import { inBatches } from '#server/platform/database/statements/in-batches.ts'
import type { CareDeps } from '../deps.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import { claimDueCalls, type PendingDial } from './claim-due-calls.ts'
import {
  checkAndLease,
  type DialWriter,
  dialAttempt,
  type Lease,
  leaseAttempt,
  leaveToReconciler,
  recordPlacedAttempt,
  recordPlacedAttempts,
} from './dial-attempt.ts'
import { dispatchQueue } from './dispatch-queue.ts'
import { createPacer } from './pacer.ts'

/** Dispatches due calls, as fast as the provider's rate allows and no faster. */
export interface Dispatcher {
  /** Something may be due: polls, unless it is polling already. */
  wake(): void
  /** Resolves when nothing is due and no dial is under way. */
  idle(): Promise<void>
  /**
   * When it last polled for due calls and could claim what it found. For a dispatcher that never did, when it began.
   */
  lastGoodPoll(): Date
  /** Whether it has ever polled with success. */
  hasPolled(): boolean
  /** Claims nothing further and waits for the dials under way. */
  stop(): Promise<void>
}

/** More dials in flight would only wait for a connection while their claims grow old. */
const MAX_IN_FLIGHT = 256
const AFTER_FAILURE_MS = 1_000
/** Dials due within this time of each other are leased together: one statement, and hardly earlier than needed. */
const LEASED_TOGETHER_MS = 100
/** How much longer a phone may ring for a call that is over, so that many can be stopped in one batch. */
const MAX_EXTRA_RING_MS = 50

export function createDispatcher(deps: CareDeps): Dispatcher {
  const dialling = new Set<Promise<void>>()
  let polling: Promise<void> | null = null
  let pollAgain = false
  let stopped = false
  let lastGoodPoll = deps.clock.now()
  let hasPolled = false
  const { callsPerSecond, ownNumbers } = deps
  const newPacer = () => createPacer({ spacingMs: spacingMs(callsPerSecond), jitterMs: jitterMs(callsPerSecond) })
  const pacers = new Map(ownNumbers.map((number) => [number, newPacer()]))
  const queue = dispatchQueue({ ownNumbers })
  const writer: DialWriter = {
    recordPlacedAttempt: inBatches((placed) => recordPlacedAttempts(deps, placed), {
      alone: (placed) => recordPlacedAttempt(deps, placed),
    }),
    stopRinging: inBatches((callIds) => stopRinging(deps, callIds).then(() => []), {
      alone: (callId) => stopRinging(deps, callId),
      waitMs: MAX_EXTRA_RING_MS,
    }),
  }

  // Never further ahead than a permit can be taken: a clock that was turned back delays nothing.
  const longestWaitMs = aheadMs(callsPerSecond) + spacingMs(callsPerSecond) + 1_000
  const until = (instant: Date): Promise<void> =>
    pause(Math.min(longestWaitMs, instant.getTime() - deps.clock.now().getTime()))

  const dialWhenPermitted = async (claimed: PendingDial, leasing: Promise<Map<number, Lease>>): Promise<void> => {
    const leased = (await leasing).get(claimed.attemptId) ?? (await leaseAttempt(deps, claimed.attemptId))
    if (!leased) return leaveToReconciler(deps, claimed.attemptId)
    await until(claimed.dialNotBefore)
    // After this process was busy, the waiting dials are sent one after the other.
    await pacers.get(claimed.from)?.acquire()
    await dialAttempt(deps, claimed, leased, writer)
  }

  const dialTogether = (group: readonly PendingDial[]): void => {
    const leasing = until(group[0]?.dialNotBefore ?? deps.clock.now())
      .then(() => checkAndLease(deps, group))
      .catch((error) => {
        const attemptIds = group.map(({ attemptId }) => attemptId)
        deps.log.warn({ err: error, attemptIds }, 'Dials could not be leased together; leasing one by one')
        return new Map<number, Lease>()
      })
    for (const claimed of group) {
      const dialled = dialWhenPermitted(claimed, leasing)
        // The attempt is stored: the reconciler finds out what could not be recorded here.
        .catch((error) =>
          deps.log.error(
            { err: error, attemptId: claimed.attemptId },
            'Dial not recorded; leaving it to the reconciler',
          ),
        )
        .finally(() => dialling.delete(dialled))
      dialling.add(dialled)
    }
  }

  const poll = async (): Promise<void> => {
    while (!stopped) {
      pollAgain = false
      // Half of the dials in flight at a time: claiming one call costs as many statements as claiming a hundred.
      while (dialling.size > MAX_IN_FLIGHT / 2) await Promise.race(dialling)
      // The dials in flight of a number are late already: more claims would only wait here.
      const behindMs = [...pacers].map(([number, pacer]) => ({ number, ms: pacer.waitMs() - aheadMs(callsPerSecond) }))
      const leastMs = Math.min(...behindMs.map(({ ms }) => ms))
      await pause(leastMs)
      const ready = behindMs.flatMap(({ number, ms }) => (ms <= Math.max(0, leastMs) ? [number] : []))
      // Better not to dial than to dial at the wrong time: other workers poll too, and without them the missing heartbeat
      // is reported.
      if (!isClockInSync(deps.clock)) return
      const { claimed, again } = await claimDueCalls(deps, MAX_IN_FLIGHT - dialling.size, queue, ready)
      lastGoodPoll = deps.clock.now()
      hasPolled = true
      for (const group of dispatchedTogether(claimed)) dialTogether(group)
      const othersMs = behindMs.flatMap(({ number, ms }) => (ready.includes(number) ? [] : [ms]))
      if (again === null && othersMs.length === 0 && !pollAgain) return
      if (again !== null) await until(again)
      else if (othersMs.length > 0) await pause(Math.min(...othersMs))
    }
  }

  const wake = (): void => {
    pollAgain = true
    if (polling || stopped) return
    polling = poll()
      .catch(async (error) => {
        deps.log.error({ err: error }, 'Poll for due calls failed; retrying')
        await pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        polling = null
        // Woken between the last poll and here.
        if (pollAgain) wake()
      })
  }

  const idle = async (): Promise<void> => {
    while (polling || dialling.size > 0) await Promise.all([polling, ...dialling])
  }

  return {
    wake,
    idle,
    lastGoodPoll: () => lastGoodPoll,
    hasPolled: () => hasPolled,
    async stop() {
      stopped = true
      await idle()
    },
  }
}

function dispatchedTogether(claimed: readonly PendingDial[]): PendingDial[][] {
  const groups: PendingDial[][] = []
  const inTime = claimed.toSorted((one, other) => one.dialNotBefore.getTime() - other.dialNotBefore.getTime())
  for (const each of inTime) {
    const group = groups.at(-1)
    const since = group?.[0]?.dialNotBefore.getTime() ?? Number.NEGATIVE_INFINITY
    if (group && each.dialNotBefore.getTime() - since < LEASED_TOGETHER_MS) group.push(each)
    else groups.push([each])
  }
  return groups
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
