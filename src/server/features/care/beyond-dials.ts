import { bookFollowing, dialsOfDay } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { repeatableTransaction } from '#server/platform/repeatable-transaction.ts'
import { concludeCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'
import { type DueCall, followedSchedules, lockDueCalls, numberToDial, setAside } from './due-calls.ts'
import { reportIncident, reportNotPlaced } from './report-incident.ts'
import { rungTries } from './rung-tries.ts'

/** Sorts due calls by whether their phone has been dialled as often as one phone is in a day. Asks nothing without a limit. */
export async function splitByDials(
  { limits }: Pick<CareDeps, 'limits'>,
  trx: Trx,
  due: readonly DueCall[],
  now: Date,
): Promise<{ may: DueCall[]; beyond: DueCall[] }> {
  const most = limits.dialsPerNumberDay
  if (most === 0) return { may: [...due], beyond: [] }
  const dials = await dialsOfDay(trx, due.map(numberToDial), now)
  const isBeyond = (call: DueCall) => (dials.get(numberToDial(call)) ?? 0) >= most
  return { may: due.filter((call) => !isBeyond(call)), beyond: due.filter(isBeyond) }
}

/**
 * Ends a call whose phone has been dialled as often as one phone is in a day: it is missed with the reason, its account holder is told as of
 * every call that was not placed, and the following occurrence is booked. Nothing makes up for it: that would ring the same phone. Each in a
 * transaction of its own; one that cannot be ended is set aside.
 */
export async function endBeyondDials(deps: CareDeps, calls: readonly DueCall[]): Promise<void> {
  for (const { id } of calls) {
    await end(deps, id).catch(async (error) => {
      deps.log.error({ err: error, callId: id }, 'A call to a phone that was dialled too often could not be ended')
      await setAside(deps.db, [id], deps.clock.now())
    })
  }
}

async function end(deps: CareDeps, callId: number): Promise<void> {
  const now = deps.clock.now()
  await repeatableTransaction(deps.db, async (trx) => {
    const [call] = (await splitByDials(deps, trx, await lockDueCalls(trx, now, [callId], 1), now)).beyond
    if (!call) return
    const reason = `The number of ${call.name} was dialled ${deps.limits.dialsPerNumberDay} times in 24 hours, as often as Cooee dials one number, so it was not rung again.`
    const wasNeverRung = (await rungTries(trx, call)) === 0
    await concludeCall(deps, trx, call, { status: 'missed', reason, now, durationSeconds: null, alarmsNobody: true })
    // After it ended: a schedule has one next call, and until then this was it.
    await bookFollowing(trx, deps.jobs, followedSchedules([call]))
    if (wasNeverRung) await reportNotPlaced(deps, trx, [{ call, reason }], null)
    else await reportIncident(deps, trx, call, { kind: 'not_reached', status: 'missed', reason })
  })
}
