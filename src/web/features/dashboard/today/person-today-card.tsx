import { Check, CircleCheck, CirclePause, CircleQuestionMark, PhoneOff } from 'lucide-react'
import { awayInShort } from '#core/away/away-until.ts'
import { calendarDaysBetween, formatDate } from '#core/format/dates.ts'
import { type Held, useSuspensionCause } from '#web/domain/account/plan-standing.ts'
import { CONCERN_LABELS, concernIcon, concernOf, wasNotPlaced } from '#web/domain/calls/call-concern.tsx'
import { type CallProgress, callProgress } from '#web/domain/calls/call-progress.ts'
import { bothTimes } from '#web/domain/calls/call-when.tsx'
import { nextTryInWords, waitingOf } from '#web/domain/calls/next-try.tsx'
import { whoReached } from '#web/domain/calls/resolved-pill.tsx'
import { callLabelOf } from '#web/domain/calls/service-tag.tsx'
import { statusIcon } from '#web/domain/calls/status-pill.tsx'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { isNextRefused } from '#web/domain/people/refused.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { isClearState, type PersonToday, type TodayState } from './today-people.ts'

/** One person of the Today panel: who, how the day stands, what comes next. */
export function PersonTodayCard({ person, now }: { person: PersonToday; now: Date }) {
  const { lovedOne, state } = person
  const held = useSuspensionCause()
  const Icon = stateIcon(person)
  return (
    <li className="person">
      <LovedOneAvatar id={lovedOne.id} name={lovedOne.name} />
      <span className="person__who">
        <span className="person__name">{lovedOne.name}</span>
        <span className="person__next num">{secondLine(person, now, held)}</span>
      </span>
      <span className="person__state" data-status={stateColour(state)}>
        <Icon />
        <span className="num">{stateInWords(person, now, held)}</span>
      </span>
    </li>
  )
}

/** The space of one person while the data is loading. */
export function PersonTodayLoading() {
  return (
    <li className="person">
      <span className="skel avatar" />
      <span className="person__who">
        <span className="person__name">
          <Skeleton width="70%" height="1lh" />
        </span>
        <span className="person__next">
          <Skeleton width="50%" height="1lh" />
        </span>
      </span>
      <span className="person__state">
        <Skeleton width="9rem" height="1lh" />
      </span>
    </li>
  )
}

/** A request for help is never shown in the green of the call that it was made in, and what is over in no red. */
function stateColour(state: TodayState): string {
  const { kind } = state
  if (isClearState(state) || kind === 'none') return 'other'
  if (kind.startsWith('help')) return 'failed'
  return kind === 'suspended' || kind === 'refused' ? 'voicemail' : kind
}

function stateIcon({ lovedOne, state }: PersonToday) {
  if (state.kind === 'none') return lovedOne.away?.isNow ? CirclePause : CircleQuestionMark
  if (!('call' in state)) return concernIcon('help')
  if (state.kind === 'suspended') return CirclePause
  if (state.kind === 'refused' || state.kind === 'cancelled') return PhoneOff
  if (state.kind === 'reached' || isClearState(state)) return Check
  const concern = concernOf(state.call)
  if (concern) return concernIcon(concern)
  return state.kind === 'completed' ? CircleCheck : statusIcon(state.kind)
}

const PROGRESS: Record<CallProgress, string> = {
  awaits_reply: 'Waiting for a reply',
  ringing: 'Ringing now',
  on_the_phone: 'On a call now',
  between_tries: 'We’ll ring again',
  not_connected: 'Not connected yet',
}

/** How somebody's day stands, in a few words with the time. */
export function stateInWords({ lovedOne, state }: PersonToday, now: Date, held: Held | null): string {
  if (state.kind === 'none') return lovedOne.away?.isNow ? awayInShort(lovedOne.away) : 'No calls today'
  if (!('call' in state)) return CONCERN_LABELS.help
  const { timezone } = state.call.lovedOne
  const time = bothTimes(state.call.scheduledTime, timezone)
  switch (state.kind) {
    case 'help':
      return `${CONCERN_LABELS[concernOf(state.call) ?? 'help']} ${time}${since(state)}`
    case 'missed':
      if (concernOf(state.call) === 'unclear') return `${CONCERN_LABELS.unclear} ${time}${since(state)}`
      return `${wasNotPlaced(state.call) ? (state.call.asksBy === 'text' ? 'Not texted' : 'Not called') : 'No answer'} ${time}${since(state)}`
    case 'failed':
      return `Didn’t go through ${time}${since(state)}`
    case 'voicemail':
      return `Voicemail ${time}${since(state)}`
    case 'in_progress': {
      const waiting = waitingOf(state.call)
      if (waiting) return nextTryInWords(waiting, timezone, now)
      return PROGRESS[callProgress(state.call)]
    }
    case 'completed':
      return `Answered ${time}`
    case 'scheduled':
      return `${state.call.asksBy === 'text' ? 'Text' : 'Call'} due ${time}`
    case 'suspended':
      return `${held === 'suspended' ? 'Suspended' : 'On hold'} ${time}`
    case 'reached':
      return `Reached by ${whoReached(state.call)}, ${time}`
    case 'cancelled':
      return `Cancelled ${time}`
    case 'refused':
      return `Asked not to be ${state.call.asksBy}ed`
    default:
      return state satisfies never
  }
}

const since = (state: TodayState): string => (isClearState(state) ? ', all clear now' : '')

/** The type of the call that is due or under way, else when the next one is. */
function secondLine({ lovedOne, state }: PersonToday, now: Date, held: Held | null): string {
  const endedHow = 'call' in state && isClearState(state) && state.call.incident?.endedHow
  if (endedHow) return endedHow
  if (state.kind === 'scheduled' || state.kind === 'suspended' || state.kind === 'in_progress')
    return callLabelOf(state.call)
  if (isNextRefused(lovedOne)) return 'We don’t ring that phone'
  if (!lovedOne.nextCall) return 'No upcoming calls'
  // The next occurrence may be one that does not ring.
  if (lovedOne.nextCall.away)
    return lovedOne.away?.isNow ? 'We don’t ring while they’re away' : 'Away for the next call'
  if (held === 'owners_email') return 'Next call on hold'
  if (held) return held === 'email' ? 'Next call waits for your email' : 'Next call suspended'
  const { scheduledTime } = lovedOne.nextCall
  if (Date.parse(scheduledTime) <= now.getTime()) return `Due: ${bothTimes(scheduledTime, lovedOne.timezone)}`
  return `Next: ${dayInWords(new Date(scheduledTime), now, lovedOne.timezone)}, ${bothTimes(scheduledTime, lovedOne.timezone)}`
}

function dayInWords(instant: Date, now: Date, zone: string): string {
  const days = calendarDaysBetween(now, instant, zone)
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : formatDate(instant, zone)
}
