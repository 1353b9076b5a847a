import type { TimelineEntry } from '#contract/calls/call-details.ts'
import { ATTEMPT_OUTCOME_LABELS } from '#contract/calls/call-labels.ts'
import { TEXT_OUTCOME_LABELS } from '#contract/calls/text-outcome-labels.ts'
import { isBeforeQuestion } from '#core/conversation/conversation-state.ts'
import { isKey, isWords } from '#core/conversation/is-words.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { formatDate } from '#core/format/dates.ts'
import { bothTimesFor, callAtTimeFor } from '#core/format/local-time-for.ts'
import { memberName } from '#core/names/member-name.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { readNote } from '../state/reached-note.ts'
import type { Acts } from './acts.ts'
import { readPlacedAttempts, shownOutcome } from './placed-attempts.ts'
import { spokenText } from './spoken-text.ts'

/**
 * What happened in a call itself: when it was booked, each dial with what was said and heard, how it ended. Without
 * `showsWords`, that something was answered, and not what; without `mayHear`, not what Cooee said either.
 */
export async function timelineOf(
  { db, sealing }: { db: Db; sealing: Sealing },
  callId: number,
  acts: Acts,
  { mayHear, showsWords }: Pick<ReadAccount, 'mayHear'> & { showsWords: boolean },
): Promise<TimelineEntry[]> {
  const [[stored], attempts, turns] = await Promise.all([
    readCall(db, { callId }),
    readPlacedAttempts(db, { callIds: [callId] }),
    readTurns(db, { callId }),
  ])
  if (!stored) return []
  const call = { ...stored, readerZone: acts.readerZone ?? stored.readerZone }
  return [
    asked(call, acts),
    ...changed(acts),
    ...attempts.flatMap((attempt, index) => [
      ...dialled(attempt, index + 1, call),
      ...turns
        .filter(({ attemptId, speaker }) => attemptId === attempt.id && (mayHear || speaker !== 'cooee'))
        .map((turn) => spoken(sealing, turn, { mayHear, showsWords })),
      ...ended(attempt, call),
    ]),
    ...late(call),
    ...comingTry(call, attempts.at(-1)),
    ...cancelled(call, acts),
    ...ending(call, attempts.length),
    ...reached({ sealing }, call, acts),
  ]
}

/**
 * Entries by their instants; those of one instant stay in the order in which they were given. The booking comes first,
 * even if the clock of the database, which dates it, is ahead of the others.
 */
export function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const rank = ({ kind }: TimelineEntry) => (kind === 'scheduled' ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.at) - Date.parse(b.at))
}

const readCall = preparedStatement((db, { callId }: { callId: Param<number> }) =>
  db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'calls.accountId')
    .leftJoin('callSchedules', 'callSchedules.id', 'calls.scheduleId')
    .leftJoin('people as setter', 'setter.id', 'callSchedules.createdBy')
    .select(['setter.id as setterId', 'setter.firstName as setterFirst'])
    .select(['setter.lastName as setterLast', 'setter.username as setterUsername'])
    .select([
      'calls.id',
      'calls.createdAt',
      'calls.asksBy',
      'calls.scheduledFor',
      'calls.calledNowAt',
      'calls.status',
      'calls.reason',
    ])
    .select(['calls.catchUpFor', 'calls.resolvedNote', 'calls.resolvedNoteSealedWith'])
    .select([
      'calls.lateNotifiedAt',
      'calls.dialAt',
      'calls.endedAt',
      'calls.cancelledAt',
      'calls.resolvedAt',
      'lovedOnes.name',
      'owners.timezone as readerZone',
    ])
    .select((eb) => eb.fn.coalesce('calls.zone', 'lovedOnes.timezone').as('timezone'))
    .where('calls.id', '=', callId),
)

const readTurns = preparedStatement((db, { callId }: { callId: Param<number> }) =>
  db
    .selectFrom('turns')
    .innerJoin('attempts', 'attempts.id', 'turns.attemptId')
    .select(['turns.attemptId', 'turns.step', 'turns.speaker', 'turns.text', 'turns.sealedWith', 'turns.at'])
    .where('attempts.callId', '=', callId)
    .orderBy('turns.at')
    .orderBy('turns.id'),
)

type CallRow = Awaited<ReturnType<typeof readCall>>[number]
type TurnRow = Awaited<ReturnType<typeof readTurns>>[number]
type AttemptRow = Awaited<ReturnType<typeof readPlacedAttempts>>[number]

const entry = (at: Date, kind: TimelineEntry['kind'], text: string): TimelineEntry => ({
  at: at.toISOString(),
  kind,
  text,
})

function asked(call: CallRow, acts: Acts): TimelineEntry {
  const { createdAt, calledNowAt, scheduledFor, timezone, readerZone, catchUpFor, asksBy } = call
  const at = (instant: Date) => `${formatDate(instant, timezone)} ${bothTimesFor(instant, timezone, readerZone)}`
  const missed = catchUpFor && callAtTimeFor(catchUpFor, timezone, readerZone)
  const madeUpFor = catchUpFor ? `, to make up for the ${formatDate(catchUpFor, timezone)} ${missed}` : ''
  if (calledNowAt) {
    const who = acts.who('call_started')
    return entry(calledNowAt, 'scheduled', `${who} chose ${asksBy === 'text' ? 'Text now' : 'Call Now'}`)
  }
  const who = acts.isShared ? (acts.whoIfKnown('call_scheduled') ?? setterOf(call, acts)) : null
  const words = `for ${at(scheduledFor)}${asksBy === 'text' ? ' by text' : ''}${madeUpFor}`
  if (who === null) return entry(createdAt, 'scheduled', `Booked ${words}`)
  // Once a call was moved, the time it was booked for is not stored any more.
  return entry(createdAt, 'scheduled', changed(acts).length > 0 ? `${who} booked it` : `${who} booked it ${words}`)
}

/** Who set the schedule that booked it. */
function setterOf({ setterId: personId, setterUsername: username, ...setter }: CallRow, acts: Acts): string | null {
  if (personId === null || username === null) return null
  return acts.nameOf({
    personId,
    name: memberName({ firstName: setter.setterFirst, lastName: setter.setterLast, username }),
  })
}

const ANSWERED_BY = {
  human: 'Answered by a person',
  machine: 'Answered by a machine',
  fax: 'Answered by a fax',
  unknown: 'Answered',
} as const

/** The phone did not ring: the provider took no call to this number. */
const NOT_RUNG: readonly AttemptRow['outcome'][] = ['rejected']

function dialled(
  { startedAt, answeredAt, answeredBy, phoneNumber, outcome }: AttemptRow,
  number: number,
  { asksBy }: CallRow,
): TimelineEntry[] {
  const again = number === 1 ? '' : `, try ${number}`
  const isText = asksBy === 'text'
  const wasNotSent = NOT_RUNG.includes(outcome)
  const verb = isText ? (wasNotSent ? 'Tried to text' : 'Texted') : wasNotSent ? 'Tried to ring' : 'Rang'
  return [
    entry(startedAt, 'dialled', `${verb} ${displayPhone(phoneNumber)}${again}`),
    ...(answeredAt && !isText ? [entry(answeredAt, 'answered', ANSWERED_BY[answeredBy ?? 'unknown'])] : []),
  ]
}

function spoken(
  sealing: Sealing,
  turn: TurnRow,
  { mayHear, showsWords }: { mayHear: boolean; showsWords: boolean },
): TimelineEntry {
  const said = spokenText(sealing, turn)
  if (turn.speaker === 'cooee') return entry(turn.at, 'said', said)
  const isShown = mayHear ? showsWords || !isWords({ step: turn.step, text: said }) : isKey(said)
  const text = isShown ? said : 'Said something'
  const isBefore = isBeforeQuestion(turn.step.replace(/^answer /, ''))
  return entry(turn.at, 'heard', isBefore ? `Before the question: ${text}` : text)
}

function ended(attempt: AttemptRow, call: CallRow): TimelineEntry[] {
  const { endedAt } = attempt
  const outcome = shownOutcome(attempt)
  // The result of a ring that the account holder had stopped is not news: the call has ended.
  const isAfterwards = call.cancelledAt !== null && call.endedAt !== null && endedAt !== null && endedAt > call.endedAt
  if (isAfterwards && attempt.answeredAt === null && outcome !== 'stopped') return []
  // The reply itself is shown there.
  if (call.asksBy === 'text' && outcome === 'acknowledged') return []
  return endedAt && outcome
    ? [entry(endedAt, 'ended', (call.asksBy === 'text' ? TEXT_OUTCOME_LABELS : ATTEMPT_OUTCOME_LABELS)[outcome])]
    : []
}

/** The notice to the account holder that it is late. */
function late({ lateNotifiedAt, asksBy }: CallRow): TimelineEntry[] {
  return lateNotifiedAt
    ? [entry(lateNotifiedAt, 'told', `We didn't ${asksBy === 'text' ? 'text' : 'ring'} on time, and let you know why`)]
    : []
}

function comingTry(
  { status, dialAt, timezone, readerZone, asksBy }: CallRow,
  last: AttemptRow | undefined,
): TimelineEntry[] {
  if (status !== 'in_progress' || !dialAt || !last?.endedAt) return []
  return [
    entry(
      last.endedAt,
      'retry',
      `We'll ${asksBy === 'text' ? 'text' : 'ring'} again at ${bothTimesFor(dialAt, timezone, readerZone)}`,
    ),
  ]
}

/** If it took some time: somebody was talking. */
function cancelled({ cancelledAt, endedAt, resolvedAt }: CallRow, acts: Acts): TimelineEntry[] {
  if (!cancelledAt || resolvedAt || endedAt?.getTime() === cancelledAt.getTime()) return []
  const who = acts.isShared ? acts.whoIfKnown('call_cancelled') : null
  const words = "during the call: we won't try again"
  return [entry(cancelledAt, 'cancelled', who === null ? `Cancelled ${words}` : `${who} cancelled it ${words}`)]
}

const ENDED = {
  missed: 'Missed',
  failed: "Didn't go through",
  voicemail: 'Went to voicemail',
  away: 'Not tried again',
} as const

/** The reason is shown above the timeline; for a call that we did not make it is the only entry. */
function ending(call: CallRow, tries: number): TimelineEntry[] {
  const { status, reason, endedAt, cancelledAt, resolvedAt, name } = call
  if (!endedAt || status === 'scheduled' || status === 'in_progress') return []
  if (status === 'completed') return [entry(endedAt, status, `${name} answered`)]
  if (cancelledAt && resolvedAt) return []
  if (cancelledAt) return [entry(endedAt, 'cancelled', reason ?? 'The call ended')]
  if (tries === 0) return [entry(endedAt, status, reason ?? 'The call ended')]
  return [entry(endedAt, status, tries === 1 ? ENDED[status] : `${ENDED[status]} after ${tries} tries`)]
}

/** "You reached Margaret", as the member reads it who did; "Tom Hartley reached Margaret" for the others. */
export function reachedInWords(name: string, who: string): string {
  return `${who} reached ${shortName(name)}`
}

/** What members changed of it before it rang: there is something to name in a circle of several. */
function changed({ isShared, all, said }: Acts): TimelineEntry[] {
  if (!isShared) return []
  return all
    .filter(({ activityType }) => activityType === 'call_updated' || activityType === 'call_skipped')
    .map((act) => entry(act.createdAt, 'changed', said(act)))
}

function reached({ sealing }: { sealing: Sealing }, call: CallRow, acts: Acts): TimelineEntry[] {
  const { resolvedAt, status, name } = call
  if (!resolvedAt) return []
  const note = readNote(sealing, call)
  const noTry = status === 'in_progress' ? ". We won't try again" : ''
  const who = acts.who('call_acknowledged')
  const whose = who === 'You' ? 'Your note' : 'Note'
  return [
    entry(resolvedAt, 'resolved', `${reachedInWords(name, who)}${noTry}${note === null ? '' : `. ${whose}: ${note}`}`),
  ]
}
