import type { Answer, Meaning, PickUp } from './phones.ts'

/** What a person decides by a key: about the calls of one family, about all calls to the phone, or about recording. */
export type Decision = 'agrees' | 'declines' | 'refuses' | 'may_record' | 'no_recording'

/** A part of what Cooee says, as a person on the phone notices it. */
export interface SpokenPart {
  kind: string
  text?: string
  step?: string
  prompt?: string
  listening?: { seconds: number; takesSpeech: boolean; reportsSilence: boolean }
}

/** What one talk needs of the provider it runs through. */
export interface TalkLine {
  pause(milliseconds: number): Promise<void>
  /** Hands over what was heard; undefined where no answer came in time. */
  hear(step: string, heard: { keys: string; speech: string }): Promise<readonly SpokenPart[] | undefined>
  /** What Cooee wants to be said instead of the rest; null for nothing. */
  takeOver(): readonly SpokenPart[] | null
  isOver(): boolean
  /** Records what a person meant, and whether they had been asked. */
  raised(meaning: Meaning, wasAsked: boolean): void
  /** A person pressed a key: as the answer to the question, or because it leads there. */
  pressed(key: string, isAnswer: boolean): void
  /** Cooee has answered a key that was an answer to its question. */
  taken(key: string): void
  /** The key for this question whether calls are all right; null for none. */
  toConsent(prompt: string): string | null
  /** Whether they press 9 twice in this call. */
  refuses(): boolean
  /** Records what a person decides by the key that they press; the result is run when Cooee has answered it. */
  decided(decision: Decision): () => void
}

const MS_PER_WORD = 350
const USUAL_SECONDS = 8
const MAX_KEYS = 4
const MAX_PARTS = 60
const OFFERS_A_KEY = /\bpress (?:\d|any key)|\bany key\b/i
/** A key that leads to the question, and is no answer to it. */
const LEADS_ON = /if you are there|did you ask for help|to hear it|would rather not|to stop all calls/i
const ASKS_CONSENT = /would rather not be called/i
const ASKS_MORE = /one more thing/i
const ASKS_TO_RECORD = /may record/i
const STOPS_ALL = /to stop all calls/i

/** Somebody, or something, takes part in a call until nothing follows. */
export async function talk(pickUp: PickUp, opening: readonly SpokenPart[] | undefined, line: TalkLine): Promise<void> {
  const greetings = [...pickUp.greetings]
  let keysLeft = MAX_KEYS
  let hasAnswered = false
  let secondThought = pickUp.secondThought
  let rest = [...(opening ?? [])]
  for (let parts = 0; parts < MAX_PARTS && !line.isOver(); parts++) {
    rest = [...(line.takeOver() ?? rest)]
    const part = rest.shift()
    if (!part || part.kind === 'hang_up') return
    if (part.kind === 'say') {
      await line.pause(spokenMs(part.text))
      continue
    }
    if (part.step === undefined) continue
    const heard = part.kind === 'go_to' ? NOTHING : await answerTo(part)
    if (line.isOver()) return
    if (!heard) continue
    const decides = heard.decision && line.decided(heard.decision)
    const next = await line.hear(part.step, { keys: heard.keys, speech: heard.speech })
    if (!next) return
    decides?.()
    if (heard.keys && isQuestion(part.prompt)) line.taken(heard.keys)
    rest = [...next]
  }

  /** What is heard after a prompt; null for silence that is not reported. */
  async function answerTo(part: SpokenPart): Promise<Heard | null> {
    const { prompt = '', listening = { seconds: USUAL_SECONDS, takesSpeech: true, reportsSilence: false } } = part
    const greeting = listening.takesSpeech ? greetings.shift() : undefined
    if (greeting !== undefined) {
      await line.pause(1_500)
      return { keys: '', speech: greeting }
    }
    const choice = pickUp.kind === 'person' ? chosen(prompt) : undefined
    if (choice) {
      await line.pause(spokenMs(prompt) * 0.8 + pickUp.thinkMs)
      line.pressed(choice.key, isQuestion(prompt))
      const { key: keys, decision } = choice
      return { keys, speech: '', ...(decision && { decision }) }
    }
    const isAboutCalls = ASKS_CONSENT.test(prompt) || ASKS_MORE.test(prompt)
    const answer = OFFERS_A_KEY.test(prompt) && !isAboutCalls ? given(pickUp.answer, listening.takesSpeech) : null
    if (answer?.kind === 'key') {
      keysLeft -= 1
      hasAnswered = true
      await line.pause(spokenMs(prompt) * 0.6 + pickUp.thinkMs)
      line.pressed(answer.key, isQuestion(prompt))
      return { keys: answer.key, speech: '' }
    }
    if (answer) {
      hasAnswered = true
      await line.pause(spokenMs(prompt) + pickUp.thinkMs)
      line.raised(answer.means, isQuestion(prompt))
      return { keys: '', speech: answer.words }
    }
    if (hasAnswered && secondThought && prompt !== '' && listening.takesSpeech) {
      const speech = secondThought
      secondThought = null
      await line.pause(1_000)
      line.raised('help', true)
      return { keys: '', speech }
    }
    await line.pause(spokenMs(prompt) + listening.seconds * 1000)
    return listening.reportsSilence ? { keys: '', speech: '' } : null
  }

  /** The key for a question about the calls themselves; undefined where the prompt asks none, or they press nothing. */
  function chosen(prompt: string): { key: string; decision?: Decision } | undefined {
    if (STOPS_ALL.test(prompt)) return line.refuses() ? { key: '9', decision: 'refuses' } : undefined
    if (ASKS_CONSENT.test(prompt)) {
      const key = line.toConsent(prompt)
      return key === null ? undefined : { key, decision: key === '9' ? 'declines' : 'agrees' }
    }
    if (ASKS_MORE.test(prompt)) {
      const key = pickUp.toMore
      if (key === null || !ASKS_TO_RECORD.test(prompt)) return key === null ? undefined : { key }
      return { key, decision: key === '9' ? 'no_recording' : 'may_record' }
    }
    return isQuestion(prompt) && line.refuses() ? { key: '9' } : undefined
  }

  function given(answer: Answer | null, takesSpeech: boolean): Answer | null {
    if (answer?.kind === 'key') return keysLeft > 0 ? answer : null
    return takesSpeech ? answer : null
  }
}

interface Heard {
  keys: string
  speech: string
  decision?: Decision
}

const NOTHING: Heard = { keys: '', speech: '' }

/** Whether a key after it is the answer that the call is for. */
function isQuestion(prompt = ''): boolean {
  return OFFERS_A_KEY.test(prompt) && !LEADS_ON.test(prompt)
}

function spokenMs(text = ''): number {
  return text.split(/\s+/).filter(Boolean).length * MS_PER_WORD
}
