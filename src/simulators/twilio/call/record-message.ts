import type { Line } from './line.ts'
import type { RecordVerb } from './twiml-document.ts'

/**
 * The words left after the tone, or null for nothing but silence: a Record ends at its length, at a silence of its timeout,
 * or at a key. Source: https://www.twilio.com/docs/voice/twiml/record
 */
export async function listenForMessage(verb: RecordVerb, line: Line): Promise<string | null> {
  const began = line.now
  const end = began + verb.maxLengthSeconds
  line.takeWords()
  line.takeKeys()
  const typed: string[] = []
  let typedAt = began
  for (;;) {
    const words = line.takeWords()
    if (words !== null) {
      typed.push(words)
      typedAt = line.now
    }
    const heard = line.sound.heard(began, line.now)
    const isEndedByKey = line.takeKeys().some((key) => verb.finishOnKey.includes(key))
    const quietSince = Math.max(typedAt, heard?.quietSince ?? began)
    const until = Math.min(end, heard?.isSpeaking ? heard.quietSince : quietSince + verb.timeoutSeconds)
    if (isEndedByKey || line.now >= until) {
      const message = [heard?.words ?? '', ...typed].filter(Boolean).join(' ')
      return message === '' ? null : message
    }
    await line.wait(until - line.now)
  }
}
