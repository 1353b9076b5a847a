import { sentNameOr } from '#core/names/sent-words.ts'
import { localDayOf } from '#core/recurrence/wall-clock.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { addCause, confirmIncidents, lockIncidentsOf, lockOpenIncident } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { lockCallsOf, type OwnCall } from './calls-of.ts'
import { type Approach, concludeAll, howSentence } from './check-in.ts'
import type { KnownLovedOne } from './who-is-it.ts'

/**
 * A loved one who rang or wrote asks for help: opens an incident at once, which notifies the account holder, and ends
 * the calls that still asked how they are. `since`: the call that a check-in by the same ring has answered is the call
 * concerned. A repeated request while people are being notified is noted, and nobody is notified twice; in the pause before
 * the next round that round begins at once; while the incident has an owner, they and the account holder are notified.
 * Returns the calls that ended.
 */
export async function raiseHelpRequest(
  deps: CareDeps,
  trx: Trx,
  lovedOne: KnownLovedOne,
  { approach, since }: { approach: Approach; since: Date },
): Promise<number[]> {
  const now = deps.clock.now()
  const today = localDayOf(now, lovedOne.timezone)
  const calls = await lockCallsOf(trx, lovedOne, now)
  const unanswered = calls.filter(
    ({ status, isAlarming, scheduledFor }) =>
      status === 'in_progress' || (isAlarming && status !== 'completed' && scheduledFor >= today.start),
  )
  const answeredNow = calls.filter(({ status, endedAt }) => status === 'completed' && endedAt && endedAt >= since)
  const concerned = latest(unanswered.filter(({ status }) => status === 'in_progress')) ?? latest(unanswered)
  await open(deps, trx, lovedOne, { approach, callId: (concerned ?? latest(answeredNow))?.id ?? null })
  // The incident comes first: while it is open there is no all-clear.
  const how = howSentence(lovedOne, approach)
  await concludeAll(deps, trx, unanswered, { approach, how, reply: 'I am letting your family know.', response: 'help' })
  return unanswered.map(({ id }) => id)
}

async function open(
  deps: CareDeps,
  trx: Trx,
  { id: lovedOneId, accountId, name }: KnownLovedOne,
  { approach: { by }, callId }: { approach: Approach; callId: number | null },
): Promise<void> {
  // Before it is read: somebody's all-clear may be ending it at this moment.
  await lockIncidentsOf(trx, lovedOneId)
  await lockOpenIncident(trx, lovedOneId)
  const cries = await trx
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .select(['incidentCauses.callId', 'incidentCauses.endedAt', 'incidents.nextAt', 'incidents.status'])
    .select('incidents.roundStartsAt')
    .where('incidents.lovedOneId', '=', lovedOneId)
    .where('incidentCauses.cause', '=', 'help')
    .where((eb) => eb.or([eb('incidentCauses.endedAt', 'is', null), eb('incidentCauses.callId', '=', callId)]))
    .execute()
  const headline =
    by === 'call' ? `${sentNameOr(name)} rang us and asked for help` : `${sentNameOr(name)} texted us for help`
  const open = cries.filter(({ endedAt, nextAt }) => endedAt === null && nextAt !== null)
  const now = deps.clock.now()
  const isBeingNotified = open.some(({ status, roundStartsAt }) => status !== 'owned' && roundStartsAt <= now)
  if (open.length > 0) await confirmIncidents(trx, lovedOneId, isBeingNotified ? now : undefined)
  if (isBeingNotified) {
    const again = { accountId, lovedOneId, callId, details: "Asked again: we'd already told people" }
    await recordActivity(trx, { ...again, activityType: 'call_escalated', description: headline })
    return
  }
  // An incident that has ended is not started again by a new request: that would be the same news to it.
  const isTakenUp = callId !== null && cries.some((cry) => cry.callId === callId)
  await addCause(deps.incidents, trx, {
    accountId,
    lovedOneId,
    callId: isTakenUp ? null : callId,
    cause: 'help',
    headline,
    detail: null,
  })
}

function latest(calls: readonly OwnCall[]): OwnCall | undefined {
  return [...calls].sort((a, b) => a.scheduledFor.getTime() - b.scheduledFor.getTime()).at(-1)
}
