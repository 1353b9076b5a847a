import { cancelAtProvider, type DialHandlers, reconcileDials } from '#server/features/dialling/public.ts'
import { advanceIncidents, cancelRingingAlerts, createAlertDialler } from '#server/features/incidents/public.ts'
import type { PollLoop, PollLoopSet } from '#server/platform/work/poll-loop.ts'
import { dialTimes } from '../attempts/due-calls.ts'
import type { CareDeps } from '../deps.ts'
import type { Dispatcher } from './dispatcher.ts'
import { recordHeartbeat, STUCK_AFTER_MS } from './dispatcher-heartbeats.ts'
import { notifyOfLateCalls } from './not-made/notify-of-late-calls.ts'

const EVERY_MS = 1_000
const HEARTBEAT_EVERY_MS = 5_000
/** Dials of the near future are woken to the millisecond; the job engine alone polls every half second. */
const POLL_AHEAD_MS = 2_000

/**
 * Every worker runs these poll loops, without a leader: rows are claimed, so two workers never do the same work. They
 * find what no job announced: calls that are due although their wake-up was lost, attempts without a provider event,
 * calls that were not placed at their time, and people to notify. The loops do not wait for each other: while the
 * provider does not answer, due calls are still found.
 */
export function carePollLoops(deps: CareDeps, dispatcher: Dispatcher, dialHandlers: DialHandlers): PollLoopSet {
  let wakeUps: NodeJS.Timeout[] = []
  const setWakeUps = async (since: Date): Promise<void> => {
    const times = await dialTimes(deps.db, since, new Date(since.getTime() + POLL_AHEAD_MS))
    const now = deps.clock.now().getTime()
    for (const wakeUp of wakeUps) clearTimeout(wakeUp)
    wakeUps = times.map((time) => setTimeout(() => dispatcher.wake(), Math.max(0, time.getTime() - now)))
  }
  const alerts = createAlertDialler(deps.incidents)
  let beatAt = 0
  /** The first wake-up of these loops after which nothing was claimed: one that nobody woke is not stuck. */
  let wokenAt: Date | null = null
  const loops: PollLoop[] = [
    {
      name: 'find due calls',
      // Even when nothing is due: a successful poll distinguishes a working dispatcher from a stuck one.
      async poll() {
        const now = deps.clock.now()
        const goodAt = dispatcher.lastGoodPoll()
        // An instant that is still to come was read from a clock that was ahead, and says nothing.
        if (!wokenAt || wokenAt > now || (goodAt >= wokenAt && goodAt <= now)) wokenAt = now
        dispatcher.wake()
        await setWakeUps(now)
        const stuckMs = now.getTime() - wokenAt.getTime()
        // The dispatcher repeats its own failures: without this no admin would read that nothing is claimed.
        if (stuckMs > STUCK_AFTER_MS) throw new Error(`Due calls not claimed for ${Math.round(stuckMs / 1000)} seconds`)
      },
    },
    { name: 'reconcile dials', poll: untilNothingIsDue(() => reconcileDials(deps, dialHandlers)) },
    { name: 'cancel calls at the provider', poll: untilNothingIsDue(() => cancelAtProvider(deps)) },
    { name: 'take the steps of incidents', poll: untilNothingIsDue(() => advanceIncidents(deps.incidents)) },
    {
      name: 'ring alerts by phone',
      async poll(isStopped) {
        let again = await alerts.poll()
        while (again !== null && !isStopped()) {
          await pauseUntil(again, deps.clock.now())
          again = isStopped() ? null : await alerts.poll()
        }
      },
    },
    { name: 'cancel ringing alerts', poll: untilNothingIsDue(() => cancelRingingAlerts(deps.incidents)) },
    { name: 'report late calls', poll: () => notifyOfLateCalls(deps) },
    {
      name: 'record the heartbeat',
      async poll() {
        const heartbeatAt = dispatcher.lastGoodPoll()
        if (!dispatcher.hasPolled() || Math.abs(heartbeatAt.getTime() - beatAt) < HEARTBEAT_EVERY_MS) return
        await recordHeartbeat(deps.db, heartbeatAt)
        beatAt = heartbeatAt.getTime()
      },
    },
  ]
  return {
    loops,
    async stop() {
      await alerts.idle()
      for (const wakeUp of wakeUps) clearTimeout(wakeUp)
    },
  }
}

const untilNothingIsDue = (run: () => Promise<number>): PollLoop['poll'] =>
  async function poll(isStopped) {
    while ((await run()) > 0 && !isStopped());
  }

/** At most the pause between two polls: a clock that was turned back delays nothing. */
function pauseUntil(instant: Date, now: Date): Promise<void> {
  const wait = Math.min(EVERY_MS, Math.max(0, instant.getTime() - now.getTime()))
  return new Promise((resolve) => setTimeout(resolve, wait))
}
