import clsx from 'clsx'
import { Phone } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import {
  concernAdvice,
  concernIcon,
  concernInWords,
  concernOf,
  reachThem,
  wasNotPlaced,
} from '#web/domain/calls/call-concern.tsx'
import { bothTimes, callAtTime } from '#web/domain/calls/call-when.tsx'
import { ReachedThem } from '#web/domain/calls/reached-them.tsx'
import { callLabelOf } from '#web/domain/calls/service-tag.tsx'
import { statusIcon } from '#web/domain/calls/status-pill.tsx'
import { callDetailsPath } from '#web/domain/paths.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { incidentInWords } from './incidents-today.tsx'
import { missInWords } from './miss-in-words.ts'

interface UnansweredAlertProps {
  call: Call
  /** The others of the same person that are open with it. */
  others: readonly Call[]
  /** The latest call of today that makes up for calls that were not placed. */
  catchUp: Call | null
  /** What to call the person in a sentence. */
  name: string
  /** The first of several; only it has the filled button. */
  first: boolean
}

/** A call of today that nobody answered, or in which somebody said what has to be seen to, with what to do next: ring from this phone. */
export function UnansweredAlert({ call, others, catchUp, name, first }: UnansweredAlertProps) {
  const concern = concernOf(call)
  const Icon = concern ? concernIcon(concern) : statusIcon(call.status)
  const isText = call.asksBy === 'text'
  const isOwned = call.incident?.status === 'owned'
  return (
    <div className={clsx('alertbar', isOwned && 'alertbar--calm')} role="status">
      <div className="alertbar__text">
        <Icon />
        <div>
          <strong>{whatHappened(call, name)}</strong>
          <span>
            {callLabelOf(call)}. {whatNow(call, catchUp, name)}
          </span>
          {others.map((other) => (
            <span key={other.id} className="block">
              Also, {callLabelOf(other)}: {whatHappened(other, name)}.
            </span>
          ))}
        </div>
      </div>
      <div className="alertbar__actions">
        <a
          className={buttonClass({ variant: first && !isOwned ? 'primary' : 'outline' })}
          href={`${isText ? 'sms' : 'tel'}:${call.lovedOne.phoneNumber}`}
        >
          <Phone />
          {isText ? 'Text' : 'Ring'} {name}
        </a>
        <ReachedThem call={call} />
        <AppLink className={buttonClass()} href={callDetailsPath(call.id)}>
          View Details
        </AppLink>
      </div>
    </div>
  )
}

function whatHappened(call: Call, name: string): string {
  const concern = concernOf(call)
  if (concern) return concernInWords(concern, call, name)
  const which = callAtTime(call)
  if (call.incident?.isReminderOpen) return `${name} answered, but not the ${which}`
  if (wasNotPlaced(call)) return `We couldn’t make the ${which} to ${name}`
  return call.status === 'failed' ? `The ${which} to ${name} didn’t go through` : missInWords(call, name)
}

/** What became of the call that makes up for those that were not placed. */
function catchUpInWords(catchUp: Call | null, name: string): string {
  if (!catchUp) return ''
  const { status, scheduledTime, lovedOne, asksBy } = catchUp
  const ask = asksBy === 'text' ? asksBy : 'ring'
  if (status === 'scheduled') return `We’ll ${ask} ${name} as soon as we can.`
  if (status === 'in_progress') return `We’re ${ask}ing ${name} now.`
  const end = status === 'voicemail' ? 'reached an answering machine' : 'wasn’t answered'
  return `Our catch-up ${asksBy} at ${bothTimes(scheduledTime, lovedOne.timezone)} ${end}.`
}

function whatNow(call: Call, catchUp: Call | null, name: string): string {
  const standing = incidentInWords(call.incident)
  if (call.incident?.isReminderOpen) return `Please ask ${name} if the medication’s been taken.`
  const concern = concernOf(call)
  const next = concern
    ? concernAdvice(concern, name, call.asksBy)
    : `You may want to ${reachThem(call.asksBy)} ${name} yourself.`
  if (call.incident?.cause === 'not_made' && call.incident.status === 'running') {
    const again = catchUpInWords(catchUp, name)
    return `${again} ${next}`.trim()
  }
  const advice = call.incident?.status === 'owned' ? '' : ` ${next}`
  return standing ? `${standing.charAt(0).toUpperCase()}${standing.slice(1)}.${advice}` : advice.trim()
}
