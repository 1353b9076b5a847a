import type { Answer, Meaning, PickUp } from './phones.ts'

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
}

const MS_PER_WORD = 350
const USUAL_SECONDS = 8
const MOST_KEYS = 4
const MOST_PARTS = 60
const OFFERS_A_KEY = /\bpress (?:\d|any key)|\bany key\b/i
/** A key that leads to the question, and is no answer to it. */
const LEADS_ON = /if you are there|did you ask for help|to hear it/i

/** Somebody, or something, takes part in a call until nothing follows. */
export async function talk(pickUp: PickUp, opening: readonly SpokenPart[] | undefined, line: TalkLine): Promise<void> {
  const greetings = [...pickUp.greetings]
  let keysLeft = MOST_KEYS
  let hasAnswered = false
  let secondThought = pickUp.secondThought
  let rest = [...(opening ?? [])]
  for (let parts = 0; parts < MOST_PARTS && !line.isOver(); parts++) {
    rest = [...(line.takeOver() ?? rest)]
    const part = rest.shift()
    if (!part || part.kind === 'hang_up') return
    if (part.kind === 'say') {
      await line.pause(spokenMs(part.text))
      continue
    }
    if (part.step === undefined) continue
    const heard = part.kind === 'go_to' ? { keys: '', speech: '' } : await answerTo(part)
    if (line.isOver()) return
    if (!heard) continue
    const next = await line.hear(part.step, heard)
    if (!next) return
    if (heard.keys && isQuestion(part.prompt)) line.taken(heard.keys)
    rest = [...next]
  }

  /** What is heard after a prompt; null for silence that is not reported. */
  async function answerTo(part: SpokenPart): Promise<{ keys: string; speech: string } | null> {
    const { prompt = '', listening = { seconds: USUAL_SECONDS, takesSpeech: true, reportsSilence: false } } = part
    const greeting = listening.takesSpeech ? greetings.shift() : undefined
    if (greeting !== undefined) {
      await line.pause(1_500)
      return { keys: '', speech: greeting }
    }
    const answer = OFFERS_A_KEY.test(prompt) ? given(pickUp.answer, listening.takesSpeech) : null
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

  function given(answer: Answer | null, takesSpeech: boolean): Answer | null {
    if (answer?.kind === 'key') return keysLeft > 0 ? answer : null
    return takesSpeech ? answer : null
  }
}

/** Whether a key after it is the answer that the call is for. */
function isQuestion(prompt = ''): boolean {
  return OFFERS_A_KEY.test(prompt) && !LEADS_ON.test(prompt)
}

function spokenMs(text = ''): number {
  return text.split(/\s+/).filter(Boolean).length * MS_PER_WORD
}
