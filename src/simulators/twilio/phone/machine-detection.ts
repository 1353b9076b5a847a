import type { AnsweredBy } from '../answered-by.ts'
import type { CallWebhooks } from '../call/call-webhooks.ts'
import type { Line } from '../call/line.ts'
import type { Ledger } from '../ledger.ts'
import type { SimulatedCall } from '../simulated-records.ts'
import type { Detection } from './phone-script.ts'
import type { Sound } from './phone-sound.ts'

// The provider's defaults: https://www.twilio.com/docs/voice/answering-machine-detection
const MACHINE_SPEECH_SECONDS = 2.4
const END_OF_SPEECH_SECONDS = 1.2
const SILENCE_SECONDS = 5
const DETECTION_SECONDS = 30
/** The silence after a greeting that is taken for its end where no beep comes; the provider names no length. */
const END_OF_GREETING_SECONDS = 2
const SECONDS_TO_THE_SECOND_POST = 1.5
const BY_HAND_SECONDS = 1

/**
 * Asynchronous answering machine detection, up to the end of a machine's message, where the call asked for it. It judges by
 * what it hears, unless the phone's script has it err, decides beside the talk and posts the verdict. Returns what ends it
 * when the talk is over: a detection that has not decided by then says "unknown".
 */
export function detectMachine(
  call: SimulatedCall,
  line: Line,
  deps: { ledger: Ledger; webhooks: CallWebhooks; detection: Detection },
): () => void {
  const { asyncDetection } = call.instructions
  if (!asyncDetection) return () => undefined
  const { detection } = deps
  const began = line.now
  let isDecided = false
  const decide = (answeredBy: AnsweredBy, isOver = false) => {
    if (isDecided) return
    isDecided = true
    line.wake()
    const times = detection.times ?? 1
    const notify = () => {
      deps.ledger.changeCall(call, { answeredBy })
      if (!asyncDetection.callback) return
      const told = deps.webhooks.detection(call, asyncDetection.callback, (line.now - began) * 1000)
      if (!isOver) line.hold(told)
    }
    if (times === 0) return
    const late = isOver ? 0 : (detection.lateSeconds ?? 0)
    if (late > 0) line.later(late, notify)
    else notify()
    for (let again = 1; again < times && !isOver; again += 1) {
      line.later(late + again * SECONDS_TO_THE_SECOND_POST, notify)
    }
  }
  listen(line, detection, decide)
  return () => decide(detection.verdict ?? 'unknown', true)
}

/** Decides by the script, or by what is heard from now on. */
function listen(line: Line, detection: Detection, decide: (verdict: AnsweredBy) => void): void {
  if (line.byHand) {
    line.later(BY_HAND_SECONDS, () => decide('human'))
    return
  }
  const { verdict, at } = detection
  if (verdict !== undefined && at !== undefined) {
    line.later(at, () => decide(verdict))
    return
  }
  const began = line.now
  let burstFrom: number | null = null
  let isMachine = false
  const answer = (heard: AnsweredBy) => decide(verdict ?? heard)
  const isQuietSince = (since: number) => !line.sound.isSpeaking(line.now) && line.sound.quietSince(line.now) === since
  const hear = (sound: Sound) => {
    switch (sound) {
      case 'fax-tone':
        return answer('fax')
      case 'beep':
        return answer('machine_end_beep')
      case 'speech-began':
        burstFrom ??= line.now
        line.later(MACHINE_SPEECH_SECONDS, takeForMachine)
        return
      case 'speech-ended': {
        const ended = line.now
        line.later(END_OF_SPEECH_SECONDS, () => isQuietSince(ended) && !isMachine && answer('human'))
        line.later(END_OF_GREETING_SECONDS, () => isQuietSince(ended) && isMachine && answer('machine_end_silence'))
      }
    }
  }
  const takeForMachine = () => {
    if (burstFrom === null || !line.sound.isSpeaking(line.now)) return
    if (line.now - burstFrom < MACHINE_SPEECH_SECONDS) return
    isMachine = true
  }
  line.onSound(hear)
  if (line.sound.isSpeaking(began)) hear('speech-began')
  line.later(SILENCE_SECONDS, () => line.sound.quietSince(line.now) === null && burstFrom === null && answer('unknown'))
  line.later(DETECTION_SECONDS - (line.now - began), () => answer(isMachine ? 'machine_end_other' : 'unknown'))
}
