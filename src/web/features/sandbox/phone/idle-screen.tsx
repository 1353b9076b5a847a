import { useMutation } from '@tanstack/react-query'
import { PhoneOutgoing, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { PhoneText, SandboxPhone } from '#contract/admin/sandbox.ts'
import { formatTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'
import { playing } from '../sandbox-api.ts'
import { useReported } from '../use-reported.ts'
import { WithLinks } from '../with-links.tsx'
import { endWords, nameOf } from './phone-words.ts'

/** What a phone is used for at rest: its conversation with Cooee, a box to write in, and a button that rings Cooee. */
export function IdleScreen({ phone, texts }: { phone: SandboxPhone; texts: readonly PhoneText[] }) {
  const name = nameOf(phone)
  const ring = useMutation({ mutationFn: () => playing.ring(phone.number), ...useReported() })
  return (
    <div className="sb-idle">
      {phone.lastCall && (
        <p className="sb-idle__last">
          {endWords(phone.lastCall)} · {keptTogether(formatTime(new Date(phone.lastCall.endedAt), viewerZone()))}
        </p>
      )}
      <Conversation name={name} texts={texts} />
      <Reply number={phone.number} name={name} />
      <Button
        variant="outline"
        size="sm"
        block
        busy={ring.isPending}
        busyLabel="Ringing Cooee…"
        onClick={() => ring.mutate()}
        aria-label={`Ring Cooee from this phone, ${name}’s`}
      >
        <PhoneOutgoing />
        Ring Cooee
      </Button>
    </div>
  )
}

/** When a text was written, and what became of it. */
export function textStatus(text: PhoneText): string {
  const time = keptTogether(formatTime(new Date(text.at), viewerZone()))
  return text.direction === 'from_cooee' ? `${time} · ${STATUS_WORDS[text.status]}` : time
}
const STATUS_WORDS = { on_its_way: 'On its way', delivered: 'Delivered', failed: 'Not delivered' } as const

function Conversation({ name, texts }: { name: string; texts: readonly PhoneText[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
    <div className="sb-texts" role="log" aria-label={`Text messages on ${name}’s phone`} tabIndex={0}>
      {texts.length === 0 && <p className="sb-texts__none">Texts from Cooee appear here.</p>}
      <ol>
        {/* The newest first in the list: the box is turned upside down, so that its end stays in view. */}
        {texts.toReversed().map((text) => (
          <li key={text.id} className={text.direction === 'to_cooee' ? 'is-mine' : undefined}>
            <p className={text.direction === 'to_cooee' ? 'sb-bubble sb-bubble--mine' : 'sb-bubble'} dir="auto">
              <WithLinks text={text.text} />
            </p>
            <span className="sb-texts__meta">{textStatus(text)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Reply({ number, name }: { number: string; name: string }) {
  const reported = useReported()
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => playing.text(number, text),
    ...reported,
    onSuccess: () => setText(''),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !send.isPending) send.mutate()
  }
  return (
    <form className="sb-write" onSubmit={submit}>
      <input
        className="input"
        value={text}
        maxLength={1600}
        onChange={({ target }) => setText(target.value)}
        placeholder="Text Cooee"
        aria-label={`Text Cooee from ${name}’s phone`}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary" icon aria-label="Send the text" disabled={text.trim() === ''}>
        <Send />
      </Button>
    </form>
  )
}
