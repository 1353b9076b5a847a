import { Check, HeartPulse, type LucideIcon, PhoneOff } from 'lucide-react'
import type { CSSProperties } from 'react'
import { statusIcon } from '#web/domain/calls/status-pill.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { Horizon } from '#web/ui/illustrations/horizon.tsx'
import { type DayMark, dayLinePosition, dayMarks, hourLabels } from './day-line-positions.ts'
import type { PersonToday } from './today-people.ts'

function at(x: number, y?: number): CSSProperties {
  const place: Record<`--${string}`, string> = { '--x': `${x.toFixed(2)}%` }
  if (y !== undefined) place['--y'] = `${y.toFixed(3)}rem`
  return place as CSSProperties
}

/** The day from 6 AM to 9 PM over the hills; decoration, the cards carry the same facts. Phones show only the hills. */
export function DayLine({ people, now }: { people: readonly PersonToday[]; now: Date }) {
  const zone = viewerZone()
  const nowX = dayLinePosition(now, zone)
  return (
    <div className="today__line" aria-hidden="true">
      <div className="today__sky">
        <span className="today__now" style={at(nowX)} />
      </div>
      <Horizon className="horizon" />
      {(['wide', 'narrow'] as const).map((line) => (
        <div key={line} className={`today__marks today__marks--${line}`}>
          {dayMarks(people, zone, line).map((mark) => (
            <Mark key={mark.key} mark={mark} />
          ))}
        </div>
      ))}
      <div className="today__axis">
        {hourLabels(nowX).map((label) => (
          <span key={label.text} className={label.near ? 'is-near' : undefined} style={at(label.x)}>
            {label.text}
          </span>
        ))}
        <span className="is-now" style={at(nowX)}>
          Now
        </span>
      </div>
    </div>
  )
}

const MARKS: Readonly<Record<string, LucideIcon>> = {
  help: HeartPulse,
  clear: Check,
  cancelled: PhoneOff,
  not_wanted: PhoneOff,
}

function Mark({ mark: { status, initial, more, x, y } }: { mark: DayMark }) {
  if (more > 0) {
    return (
      <span className="mark mark--more" style={at(x, y)}>
        <b>+{more}</b>
      </span>
    )
  }
  const Icon = MARKS[status] ?? statusIcon(status)
  return (
    <span className="mark" data-status={status === 'help' ? 'failed' : status} style={at(x, y)}>
      <Icon />
      <b>{initial}</b>
    </span>
  )
}
