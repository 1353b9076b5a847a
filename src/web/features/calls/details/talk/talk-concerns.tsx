import type { TalkOnWire } from '#contract/calls/talks.ts'
import { formatTime } from '#core/format/dates.ts'
import { Callout } from '#web/ui/callout.tsx'

interface TalkConcernsProps {
  concerns: TalkOnWire['concerns']
  /** What the loved one is called. */
  name: string
  zone: string
}

/** What may need somebody, each with the person's own words and when they said them, on their clock. */
export function TalkConcerns({ concerns, name, zone }: TalkConcernsProps) {
  if (concerns.length === 0) return null
  return (
    <Callout kind="warning" title={`You may want to ask ${name} about this`}>
      <ul className="mt-1 grid gap-2">
        {concerns.map(({ turnId, text, words, at }) => (
          <li key={`${turnId} ${text}`}>
            {text !== words && text}
            <Quote words={words} at={at} zone={zone} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** The words that a sentence rests on, and when they were said. */
export function Quote({ words, at, zone }: { words: string; at: string; zone: string }) {
  return (
    <span className="block">
      <q>{words}</q>{' '}
      <time className="muted num whitespace-nowrap" dateTime={at}>
        {formatTime(new Date(at), zone)}
      </time>
    </span>
  )
}
