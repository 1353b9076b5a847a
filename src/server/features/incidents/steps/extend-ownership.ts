import { endOfNight } from '#core/calls/waking-hours.ts'
import { isHelp } from '#core/escalation/incident-cause.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { ownedUntil } from '../answers/owned-until.ts'
import { inActivity, type OpenIncident, peopleOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isToBeNotified } from '../people/contacts-to-notify.ts'
import { membersNow } from '../people/members-now.ts'
import { messageChannelsOf } from './message-channels-of.ts'
import { timesNotifiedBefore } from './notify-owner-and-members.ts'
import { notifyPerson } from './notify-person.ts'

/** How often workers write down at least that they are running. */
const RUNNING_WITHIN_MS = 30_000

/**
 * An owner whose report was due while Cooee itself was not running could not report, and nobody knows how it went: they
 * and the members are notified of that, and they get their full time again, once for each outage. By night, on
 * the loved one's clock, that waits until 7:00, unless help was asked for. Returns whether that was so.
 */
export async function extendOwnership(deps: IncidentDeps, trx: Trx, incident: OpenIncident): Promise<boolean> {
  const { id, nextAt, ownedAt, etaMinutes, deadlineExtendedAt, timezone } = incident
  const now = deps.clock.now()
  const backSince = await runningAgainSince(trx, now)
  if (nextAt === null || backSince === null) return false
  // What waits for the morning was due before that.
  const since = ownedAt && deadlineExtendedAt && deadlineExtendedAt > ownedAt ? deadlineExtendedAt : ownedAt
  const dueAt = since ? ownedUntil(deps.escalation, etaMinutes, since) : nextAt
  if (dueAt >= backSince.at) return false
  if (deadlineExtendedAt !== null && deadlineExtendedAt > backSince.lastRanAt) return false
  const morning = isHelp(incident.cause) ? null : endOfNight(now, timezone)
  if (morning) {
    await trx.updateTable('incidents').set({ nextAt: morning }).where('id', '=', id).execute()
    return true
  }
  const until = ownedUntil(deps.escalation, etaMinutes, now)
  await trx.updateTable('incidents').set({ deadlineExtendedAt: now, nextAt: until }).where('id', '=', id).execute()
  await askOwner(deps, trx, incident, until)
  deps.log.info({ incidentId: id }, 'Ownership expired while Cooee was stopped; asking the owner and extending it')
  return true
}

/** The owner, and the members beside them. Nobody else is disturbed during that time. */
async function askOwner(deps: IncidentDeps, trx: Trx, incident: OpenIncident, until: Date): Promise<void> {
  const people = await peopleOf(trx, incident.id)
  const owner = people.find(({ id }) => id === incident.ownerId)
  if (!owner) return
  const round = (await timesNotifiedBefore(trx, incident)) + 1
  const members = await membersNow(deps, trx, incident, people)
  for (const person of people.filter((one) => one.id === owner.id || members.includes(one))) {
    if (!(await isToBeNotified(trx, incident, person))) continue
    const content = { purpose: 'further', ownerName: owner.name, isOwner: person.id === owner.id, until } as const
    const { channels } = await messageChannelsOf(trx, incident, person, 'further')
    for (const channel of channels) await notifyPerson(deps, trx, incident, person, { channel, round, content })
  }
  await recordActivity(trx, {
    accountId: incident.accountId,
    activityType: 'call_escalated',
    description: `We've asked ${inActivity(owner, people)} how ${shortName(incident.name)} is`,
    details: `Cooee was down when we were due to hear from ${inActivity(owner, people) === 'you' ? 'you' : 'them'}.`,
    lovedOneId: incident.lovedOneId,
    callId: incident.callId,
  })
}

/** Since when workers run without a pause, and when they last ran before that (or, if unknown, since then). Null where it was never noted. */
export async function runningAgainSince(trx: Trx, now: Date): Promise<{ at: Date; lastRanAt: Date } | null> {
  const { lastHeartbeatAt, runningSince } = await trx
    .selectFrom('dispatcherHeartbeats')
    .select(['lastHeartbeatAt', 'runningSince'])
    .executeTakeFirstOrThrow()
  if (lastHeartbeatAt === null) return null
  // The first step after a restart may come before the first heartbeat.
  if (now.getTime() - lastHeartbeatAt.getTime() > RUNNING_WITHIN_MS) return { at: now, lastRanAt: lastHeartbeatAt }
  return runningSince && { at: runningSince, lastRanAt: runningSince }
}
