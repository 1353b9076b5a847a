import { useEffect, useRef } from 'react'
import type { LiveCall } from '#contract/admin/sandbox.ts'

/** Whether this browser can speak. */
export function canReadAloud(): boolean {
  return 'speechSynthesis' in window && typeof SpeechSynthesisUtterance !== 'undefined'
}

/** Speaks what Cooee says on a call that is held here, in an Australian voice if available; a key or a word cuts it short. */
export function useReadAloud(call: LiveCall | undefined, isWanted: boolean): void {
  const spoken = useRef(0)
  const callId = call?.id
  const isHeard = isWanted && call?.isByHand === true && canReadAloud()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call starts from its first turn
  useEffect(() => {
    spoken.current = 0
    return () => {
      if (canReadAloud()) window.speechSynthesis.cancel()
    }
  }, [callId])
  useEffect(() => {
    if (!isHeard && canReadAloud()) window.speechSynthesis.cancel()
  }, [isHeard])
  useEffect(() => {
    const turns = call?.turns ?? []
    const fresh = turns.slice(spoken.current)
    spoken.current = turns.length
    if (!isHeard) return
    for (const { kind, text } of fresh) {
      if (kind === 'said') say(text)
      else window.speechSynthesis.cancel()
    }
  }, [call, isHeard])
}

function say(text: string): void {
  const words = new SpeechSynthesisUtterance(text)
  words.lang = 'en-AU'
  const voices = window.speechSynthesis.getVoices()
  const voice =
    voices.find(({ lang }) => lang.replace('_', '-') === 'en-AU') ?? voices.find(({ lang }) => lang.startsWith('en'))
  if (voice) words.voice = voice
  window.speechSynthesis.speak(words)
}
