import { promptSeconds } from '../pace.ts'
import type { HeardSpeech } from '../phone/phone-sound.ts'
import type { Line } from './line.ts'
import type { Gather, HeardPrompt } from './twiml-document.ts'

/** A Gather whose sounds were fetched. */
export type HeardGather = Omit<Gather, 'prompts'> & { prompts: HeardPrompt[] }

/** What a Gather came back with. `finishedOnKey` is the key that ended it early, if one did. */
export type GatherResult =
  | { kind: 'keys'; digits: string; finishedOnKey: string | null }
  | { kind: 'speech'; words: string }
  | { kind: 'nothing' }

/** Passes to the phone's side what the caller says. */
export interface Speaker {
  begins(prompt: HeardPrompt): void
  stops(how: { isCut: boolean }): void
}

/** The pause at which speechTimeout="auto" takes an utterance for finished; the provider names no length. */
const AUTO_PAUSE_SECONDS = 1
/** "speech recognition … will stop after 60 seconds". */
const LONGEST_SPEECH_SECONDS = 60

/**
 * Listens while the prompts play and for the Gather's timeout after them; each key restarts the timeout. A key, or speech,
 * cuts the prompts short. Speech is handed over at its first pause; a key outdoes speech that has
 * not been handed over. Keys and words from before the Gather are lost.
 * Source: https://www.twilio.com/docs/voice/twiml/gather
 */
export async function gatherInput(gather: HeardGather, line: Line, speaker: Speaker): Promise<GatherResult> {
  line.takeKeys()
  line.takeWords()
  line.awaits = { keys: gather.acceptsKeys, speech: gather.acceptsSpeech }
  try {
    const listener = new Listener(gather, line)
    return (await playPrompts(gather, line, speaker, listener)) ?? (await listenOn(gather, line, listener))
  } finally {
    line.awaits = null
  }
}

/** Takes what comes in on the line while one Gather is open. */
class Listener {
  readonly #gather: HeardGather
  readonly #line: Line
  readonly #opened: number
  #digits = ''
  /** When the last key was pressed, or the prompts ended. */
  silentSince: number

  constructor(gather: HeardGather, line: Line) {
    this.#gather = gather
    this.#line = line
    this.#opened = line.now
    this.silentSince = line.now
  }

  get hasKeys(): boolean {
    return this.#digits !== ''
  }

  /** Speech counts until the first key. */
  speech(): HeardSpeech | null {
    if (!this.#gather.acceptsSpeech || this.hasKeys) return null
    return this.#line.sound.heard(this.#opened, this.#line.now)
  }

  /** What the keys that have come in make of the Gather; null while it goes on. */
  takeKeys(): GatherResult | null {
    const keys = this.#line.takeKeys()
    if (!this.#gather.acceptsKeys) return null
    for (const key of keys) {
      this.silentSince = this.#line.now
      if (key === this.#gather.finishOnKey) {
        // It only works after a digit: alone it is not handed over and ends nothing.
        if (this.hasKeys) return { kind: 'keys', digits: this.#digits, finishedOnKey: key }
        continue
      }
      this.#digits += key
      if (this.#digits.length === this.#gather.numDigits) return this.result()
    }
    return null
  }

  /** Words typed by a person in a browser: whole, and at once. */
  takeWords(): GatherResult | null {
    const words = this.#line.takeWords()
    return words !== null && this.#gather.acceptsSpeech ? { kind: 'speech', words } : null
  }

  result(): GatherResult {
    return this.hasKeys ? { kind: 'keys', digits: this.#digits, finishedOnKey: null } : { kind: 'nothing' }
  }
}

/** Returns a result that came during the prompts; null where listening goes on after them. */
async function playPrompts(
  gather: HeardGather,
  line: Line,
  speaker: Speaker,
  listener: Listener,
): Promise<GatherResult | null> {
  for (const prompt of gather.prompts) {
    const until = line.now + promptSeconds(prompt)
    speaker.begins(prompt)
    while (line.now < until) {
      if (listener.hasKeys || listener.speech() !== null) {
        speaker.stops({ isCut: true })
        return null
      }
      await line.wait(until - line.now)
      const result = listener.takeKeys() ?? listener.takeWords()
      if (result) {
        speaker.stops({ isCut: true })
        return result
      }
    }
    speaker.stops({ isCut: false })
  }
  listener.silentSince = line.now
  return null
}

async function listenOn(gather: HeardGather, line: Line, listener: Listener): Promise<GatherResult> {
  const pauseSeconds = gather.isSpeechTimeoutAuto ? AUTO_PAUSE_SECONDS : gather.timeoutSeconds
  const began = line.now
  for (;;) {
    const result = listener.takeKeys() ?? listener.takeWords()
    if (result) return result
    const speech = listener.speech()
    const until = speech
      ? Math.min(speechUntil(speech, pauseSeconds), began + LONGEST_SPEECH_SECONDS)
      : listener.silentSince + gather.timeoutSeconds
    if (line.now >= until) {
      return speech && speech.words !== '' ? { kind: 'speech', words: speech.words } : listener.result()
    }
    await line.wait(until - line.now)
  }
}

function speechUntil({ isSpeaking, quietSince }: HeardSpeech, pauseSeconds: number): number {
  return isSpeaking ? quietSince : quietSince + pauseSeconds
}
