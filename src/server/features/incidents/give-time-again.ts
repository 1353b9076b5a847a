import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'
import type { OpenIncident } from './incident-state.ts'
import { ownedUntil } from './owned-until.ts'

/** Workers write down so often at least that they are running. */
const RUNNING_WITHIN_MS = 30_000

/**
 * An owner whose time ended while Cooee itself was not running could not report, and nobody could hear of it: they get their
 * full time again, once for each outage, and nobody is disturbed. Returns whether that was so.
 */
export async function giveTimeAgain(deps: IncidentDeps, trx: Trx, incident: OpenIncident): Promise<boolean> {
  const { id, nextStepAt, etaMinutes, givenAgainAt } = incident
  const now = deps.clock.now()
  const backSince = await runningAgainSince(trx, now)
  if (nextStepAt === null || backSince === null || nextStepAt >= backSince.at) return false
  if (givenAgainAt !== null && givenAgainAt > backSince.lastRanAt) return false
  await trx
    .updateTable('incidents')
    .set({ givenAgainAt: now, nextStepAt: ownedUntil(deps.escalation, etaMinutes, now) })
    .where('id', '=', id)
    .execute()
  deps.log.info({ incidentId: id }, 'An owner whose time ended while Cooee was not running got it again')
  return true
}

/**
 * Since when workers are running without a pause, and when they last ran before that or, where that is not known any more, since
 * then. Null where they have never written it down.
 */
async function runningAgainSince(trx: Trx, now: Date): Promise<{ at: Date; lastRanAt: Date } | null> {
  const { lastLookAt, runningSince } = await trx
    .selectFrom('dispatcherLooks')
    .select(['lastLookAt', 'runningSince'])
    .executeTakeFirstOrThrow()
  if (lastLookAt === null) return null
  // The first step after a restart may come before the first look.
  if (now.getTime() - lastLookAt.getTime() > RUNNING_WITHIN_MS) return { at: now, lastRanAt: lastLookAt }
  return runningSince && { at: runningSince, lastRanAt: runningSince }
}
