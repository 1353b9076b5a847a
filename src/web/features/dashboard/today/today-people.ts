import { CATCH_UP_CALL } from '#contract/calls/call-labels.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { hasGoneWrong } from '#core/calls/call-end.ts'
import { calendarDaysBetween } from '#core/format/dates.ts'
import { endOf, isAllClear, mayNeedHelp } from '#web/domain/calls/call-concern.tsx'

/** How a person's day stands. `call` is the call it is read from. */
export type TodayState =
  | { kind: 'help' | 'failed' | 'missed' | 'voicemail' | 'in_progress' | 'completed' | 'scheduled'; call: Call }
  /** What was to come today is not placed, or was not, because the phone wants no calls. */
  | { kind: 'suspended' | 'refused'; call: Call }
  /** The account holder ended it: they had reached the person, or cancelled it. */
  | { kind: 'reached' | 'cancelled'; call: Call }
  /** They asked for help outside of a call, and nobody has ended it well: whatever their calls say. */
  | { kind: 'help_request' }
  | { kind: 'none' }

export interface PersonToday {
  lovedOne: LovedOne
  state: TodayState
  /** Calls of today in which help was asked for, or may have been, newest first; no later call clears them. */
  askedHelp: Call[]
  /** Misses and failures of today that no later answer or all-clear has cleared, newest first; without Try it together. */
  unanswered: Call[]
  /** Reminders of today that nobody has answered, although they have answered something else; newest first. */
  openReminders: Call[]
  /** What is still to come today, earliest first. */
  due: Call[]
  /** Every call of today, earliest first. */
  calls: Call[]
}

/**
 * How today stands for each loved one: people who need attention first, then by the time of the call their state is
 * read from. "Today" is the day on the loved one's own calendar; times are the scheduled ones, the only ones we hold.
 * Nothing is claimed that `history` (finished calls) and `upcoming` (scheduled and running ones) do not say; while calls
 * are suspended, nothing is still to come, and what falls into a time away is not.
 */
export function todayPeople(
  lovedOnes: readonly LovedOne[],
  history: readonly Call[],
  upcoming: readonly Call[],
  now: Date,
  areCallsSuspended = false,
): PersonToday[] {
  // A call that has just ended may stand in both lists for a moment; the finished one is the newer knowledge.
  const byId = new Map([...upcoming, ...history].map((call) => [call.id, call]))
  return lovedOnes
    .map((lovedOne) => {
      const calls = [...byId.values()]
        .filter((call) => call.lovedOneId === lovedOne.id && (!call.away || mayNeedHelp(call)) && isToday(call, now))
        .sort(byTime)
      return personToday(lovedOne, calls, areCallsSuspended)
    })
    .sort((a, b) => attentionRank(a) - attentionRank(b) || stateTime(a) - stateTime(b))
}

function personToday(lovedOne: LovedOne, calls: Call[], areCallsSuspended: boolean): PersonToday {
  const askedHelp = calls.filter(mayNeedHelp)
  const answered = calls.filter((call) => call.status === 'completed' && !mayNeedHelp(call)).at(-1)
  // Somebody has reached them since, or has seen that they are well.
  const cleared = calls.findLast((call) => endOf(call) === 'reached' || isAllClear(call))
  const isOpen = (call: Call) =>
    (!answered || timeOf(call) > timeOf(answered)) && (!cleared || timeOf(call) >= timeOf(cleared))
  const unanswered = calls.filter(
    (call) =>
      (call.status === 'missed' || call.status === 'failed') &&
      // The family sat beside it and read what was found.
      !call.isRehearsal &&
      hasWronglyEnded(call) &&
      // Shown as what was said, which is more than that nobody answered.
      !mayNeedHelp(call) &&
      isOpen(call),
  )
  const reminded = calls.findLast(
    ({ status, callType }) => status === 'completed' && callType === 'medication_reminder',
  )
  const openReminders = calls.filter(
    (call) => call.incident?.isReminderOpen && (!reminded || timeOf(call) > timeOf(reminded)),
  )
  const scheduled = calls.filter((call) => call.status === 'scheduled')
  const help = askedHelp.at(-1)
  const deciding =
    unanswered.at(-1) ??
    calls.filter((call) => call.status === 'voicemail' && hasWronglyEnded(call) && isOpen(call)).at(-1) ??
    calls.find((call) => call.status === 'in_progress') ??
    answered ??
    scheduled[0] ??
    calls.findLast((call) => call.isRefused) ??
    calls.at(-1)
  return {
    lovedOne,
    state: lovedOne.helpRequested ? { kind: 'help_request' } : stateOf(help, deciding, areCallsSuspended),
    askedHelp: askedHelp.toReversed(),
    unanswered: unanswered.toReversed(),
    openReminders: openReminders.toReversed(),
    due: areCallsSuspended ? [] : scheduled.filter(({ isRefused }) => !isRefused),
    calls,
  }
}

function hasWronglyEnded(call: Call): boolean {
  const end = endOf(call)
  return end !== null && hasGoneWrong(end)
}

function stateOf(help: Call | undefined, deciding: Call | undefined, areCallsSuspended: boolean): TodayState {
  if (help) return { kind: 'help', call: help }
  if (deciding?.isRefused && deciding.status !== 'in_progress' && deciding.status !== 'completed')
    return { kind: 'refused', call: deciding }
  if (deciding?.status === 'scheduled' && areCallsSuspended) return { kind: 'suspended', call: deciding }
  const end = deciding && endOf(deciding)
  if (deciding && (end === 'reached' || end === 'cancelled')) return { kind: end, call: deciding }
  // Left out while away: the card says that they are.
  if (!deciding || deciding.status === 'away') return { kind: 'none' }
  return { kind: deciding.status, call: deciding }
}

/** Somebody has ended well what began with the call that the state is read from. */
export function isClearState(state: TodayState): boolean {
  return 'call' in state && isAllClear(state.call)
}

/** A call to speak of, and the others of the same person that are open with it. */
export interface TodayAlert {
  call: Call
  others: Call[]
  /** The latest of the same person that makes up for calls that were not placed. */
  catchUp: Call | null
}

/**
 * The people to speak of, at most two, each once, by the call that matters most: those in which help was asked for or may have been, then misses and failures, newest first. Of one
 * that somebody has ended well nobody need speak, unless a reminder is still open.
 */
export function alertsOf(people: readonly PersonToday[]): TodayAlert[] {
  const open = people
    .flatMap((person) => [
      ...[...person.askedHelp, ...person.unanswered].filter(({ incident }) => incident?.status !== 'resolved'),
      ...person.openReminders,
    ])
    .sort((a, b) => Number(mayNeedHelp(b)) - Number(mayNeedHelp(a)) || byTime(b, a))
  return [...Map.groupBy(open, ({ lovedOneId }) => lovedOneId).values()]
    .flatMap(([call, ...others]) => (call ? [{ call, others, catchUp: catchUpOf(people, call) }] : []))
    .slice(0, 2)
}

function catchUpOf(people: readonly PersonToday[], { lovedOneId }: Call): Call | null {
  const person = people.find(({ lovedOne }) => lovedOne.id === lovedOneId)
  return person?.calls.findLast(({ callType }) => callType === CATCH_UP_CALL) ?? null
}

/** A past call stays in the zone in which it was made. */
function isToday({ scheduledTime, lovedOne }: Call, now: Date): boolean {
  return calendarDaysBetween(now, new Date(scheduledTime), lovedOne.timezone) === 0
}

function attentionRank({ state }: PersonToday): number {
  if (state.kind.startsWith('help')) return -1
  if (state.kind === 'missed' || state.kind === 'failed') return 0
  return state.kind === 'voicemail' ? 1 : 2
}

function stateTime({ state }: PersonToday): number {
  return 'call' in state ? timeOf(state.call) : Number.MAX_SAFE_INTEGER
}

function timeOf(call: Call): number {
  return new Date(call.scheduledTime).getTime()
}

function byTime(a: Call, b: Call): number {
  return timeOf(a) - timeOf(b) || a.id - b.id
}
