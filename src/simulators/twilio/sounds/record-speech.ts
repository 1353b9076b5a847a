import type { Line } from '../call/line.ts'
import type { RecordVerb } from '../call/twiml-document.ts'

/** What a Record verb has recorded; null for nothing. `endedBy`: the key that ended it. */
export interface RecordedSpeech {
  seconds: number
  endedBy: string | null
}

/**
 * Listens until one of the verb's keys, so many seconds of silence, or the greatest length. Keys and words from before are lost.
 * Source: https://www.twilio.com/docs/voice/twiml/record
 */
export async function recordSpeech(verb: RecordVerb, line: Line): Promise<RecordedSpeech | null> {
  line.takeKeys()
  line.takeWords()
  line.awaits = { keys: true, speech: true }
  const began = line.now
  let heardAny = false
  let quietSince = began
  try {
    for (;;) {
      const endedBy = line.takeKeys().find((key) => verb.finishOnKey.includes(key)) ?? null
      const speech = line.sound.heard(began, line.now)
      if (line.takeWords() !== null) [heardAny, quietSince] = [true, line.now]
      if (speech) [heardAny, quietSince] = [true, Math.max(quietSince, speech.quietSince)]
      const until = Math.min(quietSince + verb.timeoutSeconds, began + verb.maxLengthSeconds)
      if (endedBy !== null || line.now >= until) {
        return heardAny ? { seconds: Math.max(1, line.now - began), endedBy } : null
      }
      await line.wait(until - line.now)
    }
  } finally {
    line.awaits = null
  }
}
