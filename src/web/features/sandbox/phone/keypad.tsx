import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { playing } from '../sandbox-api.ts'
import { useReported } from '../use-reported.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const
const SPOKEN: Partial<Record<string, string>> = { '*': 'Star', '#': 'Hash' }
const LIT_MS = 180

/** The keys of a phone. Those of the keyboard do the same, wherever on the page one is not typing. */
export function Keypad({ callId, name }: { callId: string; name: string }) {
  const [lit, setLit] = useState<string | null>(null)
  const press = useMutation({ mutationFn: (key: string) => playing.press(callId, key), ...useReported() })
  function pressKey(key: string) {
    setLit(key)
    press.mutate(key)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    if (KEYS.some((key) => key === event.key)) pressKey(event.key)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (lit === null) return
    const timer = setTimeout(() => setLit(null), LIT_MS)
    return () => clearTimeout(timer)
  }, [lit])
  return (
    <fieldset className="sb-keys">
      <legend className="sr-only">Keys of {name}’s phone</legend>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className="sb-key num"
          data-lit={lit === key || undefined}
          aria-label={SPOKEN[key]}
          onClick={() => pressKey(key)}
        >
          {key}
        </button>
      ))}
    </fieldset>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=listbox], [role=combobox]') !== null
  )
}
