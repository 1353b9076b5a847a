import type { ReactNode } from 'react'
import { ATTEMPT_OUTCOME_LABELS, TEXT_OUTCOME_LABELS } from '#contract/calls/call-labels.ts'
import type { Attempt } from '#contract/calls/calls.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { formatDuration } from '#core/format/duration.ts'
import { callDateTime } from '#web/domain/calls/call-when.tsx'

const ANSWERED_BY = { human: 'A person', machine: 'A machine', fax: 'A fax', unknown: 'Unknown' } as const

interface AttemptsTableProps {
  attempts: readonly Attempt[]
  asksBy: AsksBy
  zone: string
}

/** Every dial or text of a call: when, who answered, which keys, how it ended. */
export function AttemptsTable({ attempts, asksBy, zone }: AttemptsTableProps) {
  if (attempts.length === 0) return <p className="muted px-5 pb-5 md:px-6">Not connected.</p>
  return (
    <ol className="list">
      {attempts.map((attempt, index) => (
        <li key={`${attempt.startedAt} ${attempt.providerId}`} className="attempt">
          <span className="attempt__number num" aria-hidden="true">
            {index + 1}
          </span>
          <div className="list__main">
            <span className="list__title">{stateOf(attempt, asksBy)}</span>
            <span className="list__meta num">{callDateTime(attempt.startedAt, zone)}</span>
          </div>
          <dl className="attempt__facts num">
            {asksBy === 'text' ? (
              <Fact label="Reply">{attempt.answeredAt ? callDateTime(attempt.answeredAt, zone) : 'N/A'}</Fact>
            ) : (
              <>
                <Fact label="Answered by">{attempt.answeredBy ? ANSWERED_BY[attempt.answeredBy] : 'N/A'}</Fact>
                <Fact label="Keys pressed">{attempt.keys || 'N/A'}</Fact>
                <Fact label="Duration">{formatDuration(attempt.duration)}</Fact>
              </>
            )}
          </dl>
        </li>
      ))}
    </ol>
  )
}

function stateOf({ outcome, answeredAt }: Attempt, asksBy: AsksBy): string {
  if (asksBy === 'text') return outcome ? TEXT_OUTCOME_LABELS[outcome] : 'Waiting for a reply'
  if (outcome) return ATTEMPT_OUTCOME_LABELS[outcome]
  return answeredAt === null ? 'Ringing now' : 'On a call now'
}

/** One fact of a list of them: what it is, and how it stands. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
