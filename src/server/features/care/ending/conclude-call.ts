import { sql } from 'kysely'
import { callLabel } from '#contract/calls/call-labels.ts'
import { CANCELLED_DURING_TRY } from '#core/call-policy/cancelled.ts'
import type { CallNotice } from '#core/call-policy/notices.ts'
import type { AsksBy, FinalStatus } from '#core/calls/call-vocabulary.ts'
import { isNotSpokenTo } from '#core/escalation/incident-cause.ts'
import { refusedReason } from '#core/refusals/refusal-texts.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { dropCatchUp, endCall, noteEndedByHelp } from '#server/features/calls/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { resolveByCheckIn } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { wordsHeardInCall } from '../conversation/words-heard.ts'
import type { CareDeps } from '../deps.ts'
import type { EndingCall } from './ending-call.ts'
import { notifyOfAnswer } from './notify-of-answer.ts'
import { raiseIncident } from './raise-incident.ts'

export interface Ending {
  status: FinalStatus
  /** Why it was not completed, as a sentence; null when it was. */
  reason: string | null
  durationSeconds: number | null
  now: Date
  /** How the person answered other than by this call, as a sentence: "Margaret rang us." */
  how?: string
  /** When they answered; by default now. It does not answer what was due after it, however late it becomes known. */
  answeredAt?: Date | null
  /** What the family is notified of; by default that the person was not reached. */
  notice?: CallNotice
  /**
   * Its end raises and resolves no incident, drops no catch-up call and notifies nobody: a member cancelled the call, a
   * time away covers it, it was a catch-up call that is not needed, or the caller notifies people itself.
   */
  skipsConsequences?: boolean
  wasCancelled?: boolean
  /** Its phone wants no calls. */
  wasRefused?: boolean
}

const DESCRIPTIONS: Record<FinalStatus, string> = {
  completed: 'completed',
  missed: 'missed',
  failed: 'failed',
  voicemail: 'went to voicemail',
  away: "wasn't tried again",
}

/**
 * Ends a call with its one final status (`endCall`) and does what follows, all in the caller's transaction: writes it
 * into the activity log and the events, and raises its incident. Not for a call that was completed: that resolves the
 * incidents in which the person was not reached, and is reported to the members who have asked for it. No incident
 * either for `away`, for a rehearsal in which nobody asked for help, or with `skipsConsequences`. Does nothing to a call
 * that has ended already, except that a late proof of a person turns any other ending into `completed`.
 */
export async function concludeCall(deps: CareDeps, trx: Trx, call: EndingCall, ending: Ending): Promise<void> {
  const { status, reason, durationSeconds, now, how } = ending
  const ended = await endCall(trx, call.id, { status, reason, durationSeconds, now })
  if (!ended) return
  const { asksBy } = ended
  await Promise.all([
    recordActivity(trx, {
      accountId: call.accountId,
      activityType: ending.wasCancelled ? 'call_cancelled' : status === 'away' ? 'call_skipped' : `call_${status}`,
      description: `${callLabel({ ...call, asksBy })} with ${call.name} ${endedHow(ending)}`,
      details: reason ?? how,
      lovedOneId: call.lovedOneId,
      callId: call.id,
    }),
    status === 'away' || recordEnd(trx, { ...call, asksBy }, { status, reason }),
    ending.skipsConsequences || raiseOrResolveIncident(deps, trx, call, ending),
  ])
}

/** Notifies other systems of how a call ended. Of one that ended for a time away they read nothing: nobody missed it. */
export function recordEnd(
  trx: Trx,
  call: Pick<EndingCall, 'id' | 'accountId' | 'lovedOneId' | 'callType'> & { asksBy: AsksBy },
  { status, reason }: { status: Exclude<FinalStatus, 'away'>; reason: string | null },
): Promise<void> {
  return recordEvent(trx, {
    event: status === 'completed' ? 'call.completed' : status === 'failed' ? 'call.failed' : 'call.missed',
    accountId: call.accountId,
    data: {
      callId: call.id,
      lovedOneId: call.lovedOneId,
      callType: call.callType,
      asksBy: call.asksBy,
      status,
      reason,
    },
  })
}

function endedHow({ status, wasCancelled, wasRefused }: Ending): string {
  if (wasRefused) return "wasn't made"
  return wasCancelled ? 'ended after it was cancelled' : DESCRIPTIONS[status]
}

/** What the end of a call means for people: an incident is raised, or those about a miss are resolved. */
async function raiseOrResolveIncident(deps: CareDeps, trx: Trx, call: EndingCall, ending: Ending): Promise<void> {
  const { status, reason, how } = ending
  if (status === 'away') return
  if (status !== 'completed') {
    const { notice = { kind: 'not_reached', status, reason } } = ending
    if (isNotSpokenTo(notice.kind)) return raiseIncident(deps, trx, call, notice)
    const heard = await wordsHeardInCall(deps, trx, call)
    return raiseIncident(deps, trx, call, notice, { heard, isByWords: true })
  }
  const { id: answeredCallId, lovedOneId, name } = call
  const at = ending.answeredAt ?? undefined
  // A person who has been reached does not need a catch-up call any more.
  await endCatchUpBetweenTries(deps, trx, call, ending)
  await Promise.all([
    dropCatchUp(trx, lovedOneId, at),
    notifyOfAnswer(deps, trx, call, how),
    resolveByCheckIn(deps.incidents, trx, { lovedOneId, how: how ?? `${name} answered a call.`, at, answeredCallId }),
  ])
}

/**
 * A catch-up call that waits for its next try; one whose phone rings goes on, and one that another transaction has
 * locked is dialled.
 */
async function endCatchUpBetweenTries(
  deps: CareDeps,
  trx: Trx,
  { id, accountId, lovedOneId, name }: EndingCall,
  { now, how, answeredAt }: Ending,
): Promise<void> {
  const [waiting] = await lockWaitingCatchUp(trx, { lovedOneId, except: id, answeredAt: answeredAt ?? undefined })
  if (!waiting) return
  if (await hasAskedForHelp(trx, id)) await noteEndedByHelp(trx, [waiting.id])
  const answered = how ?? `${name} answered another call.`
  const end = {
    status: 'completed',
    reason: null,
    durationSeconds: null,
    how: answered,
    now,
    skipsConsequences: true,
  } as const
  await concludeCall(deps, trx, { ...waiting, accountId, lovedOneId, name }, end)
}

/** Whether they asked for help in a call, or it ended because they did. */
async function hasAskedForHelp(trx: Trx, callId: number): Promise<boolean> {
  const asked = await trx
    .selectFrom('calls')
    .select('id')
    .where('id', '=', callId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('endedByHelp', '=', true),
        exists(
          selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.callId', '=', 'calls.id')
            .where('attempts.response', '=', 'help'),
        ),
      ]),
    )
    .executeTakeFirst()
  return asked !== undefined
}

interface WaitingCatchUp {
  lovedOneId: Param<number>
  except: Param<number>
  answeredAt?: Param<Date> | undefined
}

const lockWaitingCatchUp = preparedStatement((db, { lovedOneId, except, answeredAt }: WaitingCatchUp) =>
  db
    .selectFrom('calls')
    .select(['id', 'callType', 'scheduledFor', 'catchUpFor'])
    .where('lovedOneId', '=', lovedOneId)
    .where('id', '<>', except)
    .where('catchUpFor', 'is not', null)
    .where('status', '=', 'in_progress')
    .where('dialAt', 'is not', null)
    .$if(answeredAt !== undefined, (query) => query.where('catchUpFor', '<=', sql<Date>`${answeredAt}`))
    .forUpdate()
    .skipLocked(),
)

/** Ends a call that would be retried, or raise an incident, if it had not been cancelled meanwhile. */
export function concludeCancelled(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall & { refusedAt: Date | null; reason: string | null },
  ending: Pick<Ending, 'durationSeconds' | 'now'>,
): Promise<void> {
  const isRefused = call.refusedAt !== null
  return concludeCall(deps, trx, call, {
    ...ending,
    status: 'missed',
    // Why it was ended while a person talked, if that is already known.
    reason: call.reason ?? (isRefused ? refusedReason(call.name) : CANCELLED_DURING_TRY),
    skipsConsequences: true,
    wasCancelled: !isRefused,
  })
}
