import { TALK_END_LABELS } from '#contract/calls/talk-end-labels.ts'
import type { TalkOnWire } from '#contract/calls/talks.ts'
import { Quote } from './talk-concerns.tsx'

interface TalkSummaryProps {
  talk: TalkOnWire
  /** What the loved one is called. */
  name: string
  zone: string
}

/** A chat in short: at most five sentences, each with the words it rests on, what it was about, and how it ended. */
export function TalkSummary({ talk, name, zone }: TalkSummaryProps) {
  const turns = new Map(talk.turns.map((turn) => [turn.id, turn]))
  return (
    <>
      {talk.summary.length > 0 ? (
        <ul className="grid gap-3" aria-label="In short">
          {talk.summary.map(({ turnId, text }) => {
            const turn = turns.get(turnId)
            return (
              <li key={`${turnId} ${text}`}>
                {text}
                {turn && <Quote words={turn.text} at={turn.at} zone={zone} />}
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="muted">{withoutSummary(talk)}</p>
      )}
      {talk.notes.length > 0 && (
        <div>
          <h3 className="legend">What {name} talked about</h3>
          <ul className="mt-2 grid gap-2">
            {talk.notes.map(({ turnId, topic, words }) => (
              <li key={`${turnId} ${topic}`} className="first-letter:uppercase">
                {topic}: <q>{words}</q>
              </li>
            ))}
          </ul>
        </div>
      )}
      {talk.endReason && TALK_END_LABELS[talk.endReason] && <p className="muted">{TALK_END_LABELS[talk.endReason]}</p>}
    </>
  )
}

function withoutSummary({ endedAt, summaryState }: TalkOnWire): string {
  if (endedAt === null) return 'They’re talking now.'
  switch (summaryState) {
    case 'pending':
      return 'We’re writing the summary.'
    case 'failed':
      return 'We couldn’t write a summary. The whole chat is below.'
    case 'written':
      return 'There is no summary of this chat.'
  }
}
