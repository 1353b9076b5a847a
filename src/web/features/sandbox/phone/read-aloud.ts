import { useEffect, useRef } from 'react'
import type { LiveCall } from '#contract/admin/sandbox.ts'

/** Whether this browser can speak. */
export function canReadAloud(): boolean {
  return 'speechSynthesis' in window && typeof SpeechSynthesisUtterance !== 'undefined'
}

/** Speaks what Cooee says on a call that is held here, in a voice of its language if available, for English an Australian one; a key or a word cuts it short. */
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
    for (const { kind, text, language } of fresh) {
      if (kind === 'said') say(text, language)
      else if (kind !== 'played') window.speechSynthesis.cancel()
    }
  }, [call, isHeard])
}

/** What browsers call the tags of the phone provider that they do not know. */
const BROWSER_TAGS: Readonly<Record<string, string>> = { 'cmn-CN': 'zh-CN', 'yue-HK': 'zh-HK' }

function say(text: string, language = 'en-AU'): void {
  const words = new SpeechSynthesisUtterance(text)
  const wanted = BROWSER_TAGS[language] ?? language
  words.lang = wanted
  const voices = window.speechSynthesis.getVoices()
  const voice =
    voices.find(({ lang }) => lang.replace('_', '-') === wanted) ??
    voices.find(({ lang }) => lang.startsWith(wanted.slice(0, 2)))
  if (voice) words.voice = voice
  window.speechSynthesis.speak(words)
}
