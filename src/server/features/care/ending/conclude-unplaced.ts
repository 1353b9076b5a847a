import type { CallStatus, NotReachedStatus } from '#core/calls/call-vocabulary.ts'
import { bookCatchUp } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CareDeps } from '../deps.ts'
import { concludeCall } from './conclude-call.ts'
import type { EndingCall } from './ending-call.ts'
import { raiseIncident, raiseNotMade } from './raise-incident.ts'

interface UnplacedEnding {
  status: NotReachedStatus
  /** Why it could not be placed in time, as a sentence. */
  reason: string
  now: Date
  /** No try of this call has reached the provider. */
  wasNeverRung: boolean
}

/**
 * Ends a call that could not be placed in time, books the call that makes up for it, and opens its incident, which says
 * what happens next. In this order: an incident's locks are the last that a transaction takes. The caller holds the call's
 * lock; to a call that has ended it does nothing.
 */
export async function concludeUnplaced(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall & { status: CallStatus },
  { status, reason, now, wasNeverRung }: UnplacedEnding,
): Promise<void> {
  // Ended by an earlier proof, such as a late key: there is nothing to make up for.
  if (call.status !== 'scheduled' && call.status !== 'in_progress') return
  await concludeCall(deps, trx, call, { status, reason, now, durationSeconds: null, skipsConsequences: true })
  const catchUp = await bookCatchUp(deps, trx, call)
  if (wasNeverRung) return raiseNotMade(deps, trx, [{ call, reason }], catchUp)
  await raiseIncident(deps, trx, call, { kind: 'not_reached', status, reason })
}
