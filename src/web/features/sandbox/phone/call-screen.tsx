import { useMutation } from '@tanstack/react-query'
import { PhoneOff, Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LineTurn, LiveCall } from '#contract/admin/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { playing } from '../sandbox-api.ts'
import { useSandboxMemory } from '../sandbox-memory.ts'
import { useReported } from '../use-reported.ts'
import { Keypad } from './keypad.tsx'
import { useReadAloud } from './read-aloud.ts'

/** A call that is talked on: what is said as captions, and, where the person here holds it, keys and words. */
export function CallScreen({ call, name }: { call: LiveCall; name: string }) {
  const reported = useReported()
  const hangUp = useMutation({ mutationFn: () => playing.hangUp(call.id), ...reported })
  useReadAloud(call, useSandboxMemory().readsAloud)
  return (
    <div className="sb-call">
      <p className="sb-call__state">{stateOf(call)}</p>
      <Captions turns={call.turns} name={name} isByHand={call.isByHand} />
      {call.isByHand && call.status === 'talking' && (
        <>
          <Keypad callId={call.id} name={name} />
          <SaySomething callId={call.id} name={name} />
        </>
      )}
      <Button
        variant="destructive"
        block
        busy={hangUp.isPending}
        busyLabel="Hanging up…"
        onClick={() => hangUp.mutate()}
        aria-label={`Hang up ${name}’s phone`}
      >
        <PhoneOff />
        Hang up
      </Button>
    </div>
  )
}

function stateOf({ status, isByHand, asksFor }: LiveCall): string {
  if (status === 'ringing') return 'Ringing Cooee…'
  if (!isByHand) return 'Answered by itself'
  if (asksFor?.keys) return asksFor.speech ? 'Cooee listens: press a key or speak' : 'Cooee waits for a key'
  return asksFor?.speech ? 'Cooee listens' : 'On the phone with Cooee'
}

/** The talk so far; keeps its end in view. */
function Captions({ turns, name, isByHand }: { turns: readonly LineTurn[]; name: string; isByHand: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const count = turns.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new turn
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
    <div ref={box} className="sb-captions" role="log" aria-label={`The call on ${name}’s phone`} tabIndex={0}>
      {turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added
        <p key={index} className={turn.kind === 'said' ? 'sb-bubble' : 'sb-bubble sb-bubble--mine'}>
          {captionOf(turn, isByHand ? 'You' : name)}
        </p>
      ))}
    </div>
  )
}

function captionOf({ kind, text }: LineTurn, who: string): string {
  switch (kind) {
    case 'said':
      return text
    case 'pressed':
      return `${who} pressed ${text}`
    case 'spoke':
      return `“${text}”`
    case 'hung_up':
      return `${who} hung up`
    case 'other':
      return text
  }
}

function SaySomething({ callId, name }: { callId: string; name: string }) {
  const reported = useReported()
  const [words, setWords] = useState('')
  const speak = useMutation({
    mutationFn: () => playing.speak(callId, words),
    ...reported,
    onSuccess: () => setWords(''),
  })
  function send(event: FormEvent) {
    event.preventDefault()
    if (words.trim() !== '' && !speak.isPending) speak.mutate()
  }
  return (
    <form className="sb-write" onSubmit={send}>
      <input
        className="input"
        value={words}
        maxLength={500}
        onChange={({ target }) => setWords(target.value)}
        placeholder="Say something"
        aria-label={`Say something on ${name}’s phone`}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary" icon aria-label="Say it" disabled={words.trim() === ''}>
        <Send />
      </Button>
    </form>
  )
}
