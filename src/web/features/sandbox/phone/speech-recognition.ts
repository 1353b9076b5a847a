/** As much of the browser's speech recognition as is used: TypeScript's library knows its events alone. */
interface SpeechRecogniser extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  abort(): void
}

type MakesRecogniser = new () => SpeechRecogniser

function recogniserOfBrowser(): MakesRecogniser | null {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: MakesRecogniser
    webkitSpeechRecognition?: MakesRecogniser
  }
  return SpeechRecognition ?? webkitSpeechRecognition ?? null
}

/** Whether this browser turns speech into words. */
export const canRecogniseSpeech = (): boolean => recogniserOfBrowser() !== null

interface Listener {
  /** The words so far; they may still change. */
  onInterim(words: string): void
  /** A finished turn. */
  onWords(words: string): void
  /** It listens no more; `failure` says why for a person to read, null where nothing went wrong. */
  onEnd(failure: string | null): void
}

/** Listens for one turn, in Australian English. The browser asks for the microphone. Returns how to stop without an end. */
export function listenOnce({ onInterim, onWords, onEnd }: Listener): () => void {
  const Recogniser = recogniserOfBrowser()
  if (!Recogniser) {
    onEnd(FAILED)
    return () => undefined
  }
  const recogniser = new Recogniser()
  const stopped = new AbortController()
  let failure: string | null = null
  recogniser.lang = 'en-AU'
  recogniser.continuous = false
  recogniser.interimResults = true
  const { signal } = stopped
  recogniser.addEventListener(
    'result',
    (event) => {
      const { results } = event as SpeechRecognitionEvent
      const heard = Array.from(results)
      const words = heard
        .map((result) => result[0]?.transcript ?? '')
        .join('')
        .trim()
      if (!heard.every(({ isFinal }) => isFinal)) onInterim(words)
      else if (words !== '') onWords(words)
    },
    { signal },
  )
  recogniser.addEventListener(
    'error',
    (event) => {
      failure = FAILURES[(event as SpeechRecognitionErrorEvent).error] ?? FAILED
    },
    { signal },
  )
  // Comes after every error as well.
  recogniser.addEventListener('end', () => onEnd(failure), { signal })
  const stop = () => {
    stopped.abort()
    recogniser.abort()
  }
  try {
    recogniser.start()
  } catch {
    stopped.abort()
    onEnd(FAILED)
  }
  return stop
}

const FAILED = 'We couldn’t listen. Try again, or type.'
const NOT_ALLOWED = 'This page may not use the microphone. Allow it in your browser, or type.'
const FAILURES: Partial<Record<string, string>> = {
  'not-allowed': NOT_ALLOWED,
  'service-not-allowed': NOT_ALLOWED,
  'audio-capture': 'There is no microphone. Plug one in, or type.',
  'no-speech': 'We heard nothing. Try again, or type.',
  network: 'Your browser can’t reach its speech service. Please type.',
}
