import { NO_CLEAR_ANSWER_REASON } from '#core/call-policy/after-attempt.ts'
import { type CallNotice, headlineOf, notReachedFormOf } from '#core/call-policy/notices.ts'
import { contactsAfterCatchUp } from '#core/calls/catch-up.ts'
import { conversationFrom } from '#core/conversation/conversation-state.ts'
import { isNotSpokenTo } from '#core/escalation/incident-cause.ts'
import { localTimeFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import type { CatchUp } from '#server/features/calls/public.ts'
import { addCause, correctCause, type NewCause } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { ANSWER } from '../conversation/words-heard.ts'
import type { CareDeps } from '../deps.ts'
import type { EndingCall } from './ending-call.ts'

/** What is known about a call that did not go well beside its notice. */
interface Circumstances {
  /** The words of the person, for the members who may hear calls. */
  heard?: string | null
  /** No key confirmed it, so a machine may have said it. */
  isByWords?: boolean
  /** When a try was due that could not be made; by default its last try, or its last words, are what is reported. */
  notTriedAt?: Date
  /** When a machine, as it turned out, had said that all is well. */
  undoesAllClearAt?: Date | null
  /** When they are rung for a call that was not placed: contacts are not notified before. */
  catchUp?: CatchUp | null
}

/** Opens or joins the incident of the loved one for a call that did not go well, in the transaction of the fact; the same notice changes nothing. */
export async function raiseIncident(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall,
  notice: CallNotice,
  circumstances: Circumstances = {},
): Promise<void> {
  const newCause = await newCauseOf(trx, call, notice, circumstances)
  if (newCause) await addCause(deps.incidents, trx, newCause)
}

/**
 * A miss that was raised turned out to be another kind: corrects what was written about it, and notifies nobody
 * again.
 */
export async function correctNotReached(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall,
  notice: Extract<CallNotice, { kind: 'not_reached' }>,
): Promise<void> {
  const newCause = await newCauseOf(trx, call, notice, {})
  if (newCause) await correctCause(deps.incidents, trx, newCause)
}

/** Raises calls to one loved one that Cooee did not place, together. */
export async function raiseNotMade(
  deps: CareDeps,
  trx: Trx,
  calls: readonly { call: EndingCall; reason: string }[],
  catchUp: CatchUp | null,
): Promise<void> {
  const newCauses: NewCause[] = []
  for (const { call, reason } of calls) {
    const newCause = await newCauseOf(trx, call, { kind: 'not_made', reason }, { catchUp })
    if (newCause) newCauses.push(newCause)
  }
  const [first, ...others] = newCauses
  if (first) await addCause(deps.incidents, trx, first, others)
}

/** Null for a rehearsal in which nobody asked for help: the family is there, and sees the result. */
async function newCauseOf(
  trx: Trx,
  call: EndingCall,
  notice: CallNotice,
  { heard = null, isByWords = false, notTriedAt, undoesAllClearAt = null, catchUp = null }: Circumstances,
): Promise<NewCause | null> {
  const { timezone, holderTimezone, asksBy, isRehearsal, lastTriedAt, lastSaidAt } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'calls.accountId')
    .select(['lovedOnes.timezone', 'owners.timezone as holderTimezone', 'calls.asksBy', 'calls.isRehearsal'])
    .select((eb) =>
      eb
        .selectFrom('attempts')
        .select(({ fn }) => fn.max('attempts.startedAt').as('at'))
        .whereRef('attempts.callId', '=', 'calls.id')
        .as('lastTriedAt'),
    )
    .select((eb) =>
      eb
        .selectFrom('turns')
        .innerJoin('attempts', 'attempts.id', 'turns.attemptId')
        .select(({ fn }) => fn.max('turns.at').as('at'))
        .whereRef('attempts.callId', '=', 'calls.id')
        .where('turns.speaker', '=', 'person')
        .where('turns.step', 'like', `${ANSWER}%`)
        .as('lastSaidAt'),
    )
    .where('calls.id', '=', call.id)
    .executeTakeFirstOrThrow()
  if (isRehearsal && notice.kind !== 'help' && notice.kind !== 'uncertain_help') return null
  const last = await trx
    .selectFrom('attempts')
    .select(['outcome', 'conversation'])
    .where('callId', '=', call.id)
    .where('outcome', 'is not', null)
    .where('outcome', '<>', 'failed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Answered "not yet" too many times, or the next try could not be made: the person who was spoken to last has been reached.
  const isNotYet = last?.outcome === 'not_yet'
  // A phone that asks callers who they are is not a person.
  const isPickedUp = last?.outcome === 'no_response' && !conversationFrom(last.conversation).isScreened
  const notified: CallNotice = notice.kind === 'not_reached' ? { ...notice, isNotYet, isPickedUp } : notice
  const time = localTimeFor(call.scheduledFor, timezone, holderTimezone)
  // Nobody has booked it: its time alone would mean nothing to a reader.
  const localTime = call.catchUpFor ? `${time} catch-up` : time
  return {
    accountId: call.accountId,
    lovedOneId: call.lovedOneId,
    callId: call.id,
    cause: notice.kind,
    heard,
    isByWords,
    undoesAllClearAt,
    datesFrom: notTriedAt ?? (isNotSpokenTo(notice.kind) ? lastTriedAt : latest(lastTriedAt, lastSaidAt)),
    ...(catchUp && notice.kind === 'not_made' && { contactsFrom: contactsAfterCatchUp(catchUp) }),
    form: notReachedFormOf(notified),
    headline: headlineOf(notified, { name: call.name, localTime, asksBy }),
    detail: detailOf(notified)?.replaceAll(call.name, sentNameOr(call.name)) ?? null,
  }
}

/** Words are news from when they were said, though their try had begun before. */
const latest = (triedAt: Date | null, saidAt: Date | null): Date | null =>
  triedAt === null || (saidAt !== null && saidAt > triedAt) ? saidAt : triedAt

/** What was answered is for the account holder, on the call's own page: contacts need not know what it was about. */
function detailOf(notice: CallNotice): string | null {
  if (notice.kind === 'not_made') return notice.reason
  if (notice.kind !== 'not_reached' || notice.isNotYet) return null
  // The headline says it already.
  return notice.reason === NO_CLEAR_ANSWER_REASON ? null : notice.reason
}
