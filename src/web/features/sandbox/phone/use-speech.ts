import { useEffect, useRef, useState } from 'react'
import { listenOnce } from './speech-recognition.ts'

export interface Speech {
  isListening: boolean
  /** The words heard so far in the turn that is listened to. */
  interim: string
  /** Why nothing was heard, for a person to read. */
  failure: string | null
  /** Listens for one turn and hands it over. */
  listen(onWords: (words: string) => void): void
  stop(): void
}

/** The microphone of the person at this page: one turn at a time, on a tap. Nothing is stored. It stops with the call. */
export function useSpeech(): Speech {
  const [heard, setHeard] = useState<Pick<Speech, 'isListening' | 'interim' | 'failure'>>(SILENT)
  const stopListening = useRef<(() => void) | null>(null)
  useEffect(() => () => stopListening.current?.(), [])
  function stop() {
    stopListening.current?.()
    setHeard(SILENT)
  }
  return {
    ...heard,
    stop,
    listen(onWords) {
      stopListening.current?.()
      setHeard({ ...SILENT, isListening: true })
      stopListening.current = listenOnce({
        onInterim: (interim) => setHeard((now) => ({ ...now, interim })),
        onWords(words) {
          stop()
          onWords(words)
        },
        onEnd: (failure) => setHeard({ ...SILENT, failure }),
      })
    },
  }
}

const SILENT = { isListening: false, interim: '', failure: null } as const
