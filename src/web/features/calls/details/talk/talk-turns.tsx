import { useState } from 'react'
import type { TalkOnWire } from '#contract/calls/talks.ts'
import { formatTime } from '#core/format/dates.ts'

interface TalkTurnsProps {
  talk: Pick<TalkOnWire, 'turns'>
  /** The loved one's name. */
  name: string
  zone: string
}

/** Every word of a chat, on request. */
export function TalkTurns({ talk: { turns }, name, zone }: TalkTurnsProps) {
  const [isOpen, setOpen] = useState(false)
  if (turns.length === 0) return null
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show the whole chat</summary>
      {isOpen && (
        <ol className="mt-2 grid gap-2">
          {turns.map(({ id, by, text, at }) => (
            <li key={id}>
              <b>{by === 'cooee' ? 'Cooee' : name}:</b> {by === 'cooee' ? heardPart(text) : text}{' '}
              <time className="muted num whitespace-nowrap" dateTime={at}>
                {formatTime(new Date(at), zone)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

/** The part of our words that the person heard: it ends in the middle where they cut in. */
const heardPart = (text: string): string => (/[.!?…]["”’]?$/.test(text.trim()) ? text : `${text.trim()} …`)
