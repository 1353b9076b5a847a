import { AHEAD_MS } from '#server/features/calls/public.ts'
import { isTrusted } from '#server/platform/clock.ts'
import { claimDueCalls, type OwedDial } from './claim-due-calls.ts'
import type { CareDeps } from './deps.ts'
import { dialAttempt } from './dial-attempt.ts'

/** Lets due calls leave, as fast as the provider's rate allows and no faster. */
export interface Dispatcher {
  /** Something may be due: looks, unless it is looking already. */
  wake(): void
  /** Resolves when nothing is due and no dial is under way. */
  idle(): Promise<void>
  /** When it last looked for due calls and could claim what it found. Of a dispatcher that never did, when it began. */
  lastGoodLook(): Date
  /** Whether it has looked like that at all. */
  hasLooked(): boolean
  /** Claims nothing further and waits for the dials under way. */
  stop(): Promise<void>
}

/** More dials than this in hand would only wait for a connection while their claims grow old. */
const MOST_IN_HAND = 256
const AFTER_FAILURE_MS = 1_000
/** How much of a delay the calls that follow it may make up for: a timer's jitter, not a stall of the whole process. */
const HURRY_MS = 50

export function createDispatcher(deps: CareDeps): Dispatcher {
  const dialling = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let lookAgain = false
  let stopped = false
  let lastGoodLook = deps.clock.now()
  let hasLooked = false
  let nextLeavesMs = 0 // on the clock that only goes forward

  const until = (instant: Date): Promise<void> => pause(instant.getTime() - deps.clock.now().getTime())

  /** Its place opens; and if this process was busy for a while, those who waited leave in single file. */
  const whenItLeaves = async ({ leavesAt }: OwedDial): Promise<void> => {
    await until(leavesAt)
    const nowMs = performance.now()
    const leavesMs = Math.max(nowMs, nextLeavesMs - HURRY_MS)
    nextLeavesMs = Math.max(nextLeavesMs, leavesMs) + 1000 / deps.callsPerSecond
    await pause(leavesMs - nowMs)
  }

  const dialInTime = async (owed: OwedDial): Promise<void> => {
    await whenItLeaves(owed)
    await dialAttempt(deps, owed)
  }

  const dial = (owed: OwedDial): void => {
    const dialled = dialInTime(owed)
      // The attempt is written down: the reconciler settles what could not be recorded here.
      .catch((error) => deps.log.error({ err: error, attemptId: owed.attemptId }, 'A dial could not be recorded'))
      .finally(() => dialling.delete(dialled))
    dialling.add(dialled)
  }

  const look = async (): Promise<void> => {
    while (!stopped) {
      lookAgain = false
      // Half of them at a time: claiming one call costs as many statements as claiming a hundred.
      while (dialling.size > MOST_IN_HAND / 2) await Promise.race(dialling)
      // Those in hand are late already: claiming more would only make them wait here.
      await pause(nextLeavesMs - performance.now() - AHEAD_MS)
      // Rather not at all than at the wrong time: other workers look too, and if there are none, that nobody does is told.
      if (!isTrusted(deps.clock)) return
      const { owed, again } = await claimDueCalls(deps, MOST_IN_HAND - dialling.size)
      lastGoodLook = deps.clock.now()
      hasLooked = true
      for (const each of owed) dial(each)
      if (again === null && !lookAgain) return
      if (again !== null) await until(again)
    }
  }

  const wake = (): void => {
    lookAgain = true
    if (looking || stopped) return
    looking = look()
      .catch(async (error) => {
        deps.log.error({ err: error }, 'Due calls could not be looked up')
        await pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        looking = null
        // Woken between the last look and here.
        if (lookAgain) wake()
      })
  }

  const idle = async (): Promise<void> => {
    while (looking || dialling.size > 0) await Promise.all([looking, ...dialling])
  }

  return {
    wake,
    idle,
    lastGoodLook: () => lastGoodLook,
    hasLooked: () => hasLooked,
    async stop() {
      stopped = true
      await idle()
    },
  }
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
