import { useMutation } from '@tanstack/react-query'
import { PhoneOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LineTurn, LiveCall } from '#contract/admin/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { playing } from '../sandbox-api.ts'
import { useSandboxMemory } from '../sandbox-memory.ts'
import { useReported } from '../use-reported.ts'
import { Keypad } from './keypad.tsx'
import { useReadAloud } from './read-aloud.ts'
import { SaySomething } from './say-something.tsx'
import { useSpeech } from './use-speech.ts'

/** A call that is talked on: what is said as captions, and, where the person here holds it, keys and words. */
export function CallScreen({ call, name }: { call: LiveCall; name: string }) {
  const reported = useReported()
  const hangUp = useMutation({ mutationFn: () => playing.hangUp(call.id), ...reported })
  const speech = useSpeech()
  const { readsAloud } = useSandboxMemory()
  // The microphone would hear it.
  useReadAloud(call, readsAloud && !speech.isListening)
  return (
    <div className="sb-call">
      <p className="sb-call__state">{stateOf(call)}</p>
      <Captions turns={call.turns} name={name} isByHand={call.isByHand} />
      {call.isByHand && call.status === 'talking' && (
        <>
          <Keypad callId={call.id} name={name} />
          <SaySomething callId={call.id} name={name} speech={speech} />
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
  if (asksFor?.keys) return asksFor.speech ? 'Cooee listens: press a key or say something' : 'Cooee waits for a key'
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
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added
          key={index}
          className={turn.kind === 'said' || turn.kind === 'played' ? 'sb-bubble' : 'sb-bubble sb-bubble--mine'}
          lang={turn.language}
          dir="auto"
        >
          {captionOf(turn, isByHand ? 'You' : name)}
        </p>
      ))}
    </div>
  )
}

function captionOf({ kind, text, voice }: LineTurn, who: string): string {
  switch (kind) {
    case 'said':
      return text
    case 'played':
      return `(${voice ? `The ${voice.part} in ${voice.by}’s voice` : 'A recording'}, ${text})`
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
