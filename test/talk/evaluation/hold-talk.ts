import { FILLER } from '#core/talk/fixed-words.ts'
import { talkInstructions } from '#core/talk/instructions.ts'
import { newTalk, stepTalk, type TalkState, type TalkSubject, turnsForModel } from '#core/talk/step-talk.ts'
import { concernsIn } from '#core/talk/summary/concerns-in.ts'
import type { TalkCommand, TalkEnd, TalkEvent } from '#core/talk/talk-events.ts'
import { unansweredWords } from '#core/talk/unanswered-words.ts'
import { inSentences } from '#server/adapters/talk-model/in-sentences.ts'
import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { type Judge, NAMES } from './judge.ts'
import type { HeardTurn } from './noise.ts'

/** How a talk went. */
export interface HeldTalk {
  /** Help was heard in the call, by the code or the model. */
  isHelpHeard: boolean
  /** Of these, by the code alone. */
  isHelpByCode: boolean
  /** The second look found something. */
  isConcern: boolean
  /** An all-clear stands and nobody was told of anything. */
  isCalm: boolean
  isAnswered: boolean
  ended: TalkEnd | null
  spoken: { by: 'fixed' | 'model'; text: string }[]
  /** Sentences that the model wanted to say. */
  suggested: string[]
  state: TalkState
}

const SUBJECT: TalkSubject = {
  name: 'Margaret',
  askedBy: 'Robyn Hartley',
  callType: 'daily_check_in',
  isRecorded: false,
  isIntroduced: false,
  localHour: 9,
  topics: ['her garden'],
}

/** Holds one talk: the engine and the guards of the product, a model, and somebody who says what is written down. */
export async function holdTalk(turns: readonly HeardTurn[], model: TalkModel, judge: Judge): Promise<HeldTalk> {
  let state = newTalk(SUBJECT)
  const commands: TalkCommand[] = []
  const suggested: string[] = []
  let isHelpByCode = false
  const feed = (event: TalkEvent): TalkCommand[] => {
    const step = stepTalk(state, event)
    state = step.state
    commands.push(...step.commands)
    return step.commands
  }
  feed({ kind: 'opened', at: 0 })
  for (const [place, { words, interruptsAt }] of turns.entries()) {
    if (state.ended !== null) break
    const at = (place + 1) * 10_000
    if (interruptsAt !== null) feed({ kind: 'interrupted', heard: shareOf(lastSpoken(state), interruptsAt), at })
    // Of the first words alone: those after them are long spoken.
    const { isHelp, ...judged } = judge.heard(words, {
      isPlayedToEnd: place > 0 || interruptsAt === null,
      together: unansweredWords(state.turns, words, FILLER),
    })
    isHelpByCode ||= isHelp
    // A second half that comes at once: the reply to the first has not begun.
    const isCut = turns[place + 1] !== undefined && interruptsAt === null && isHalf(turns, place)
    const asked = feed({ kind: 'said', words, judged, at }).find(({ kind }) => kind === 'ask_model')
    if (asked?.kind !== 'ask_model' || isCut) continue
    await answer(asked.to, at)
  }
  for (let silences = 0; silences < 2 && state.ended === null; silences++) {
    feed({ kind: 'timer', name: 'silence', at: 999_000 })
  }

  async function answer(to: number, at: number): Promise<void> {
    const instructions = talkInstructions(SUBJECT)
    const { signal } = new AbortController()
    const tools = ['ask_for_help', 'note', 'end_call'] as const
    try {
      const reply = model.reply({ instructions, turns: turnsForModel(state), tools, signal })
      for await (const part of inSentences(reply)) {
        if (part.kind === 'text') suggested.push(part.text)
        feed(
          part.kind === 'text'
            ? { kind: 'model_sentence', to, text: part.text, at }
            : { kind: 'model_tool', to, tool: part.tool, at },
        )
      }
      feed({ kind: 'model_done', to, at })
    } catch (error) {
      feed({ kind: 'model_failed', to, reason: String(error), at })
    }
  }

  const isHelpHeard = isHelpByCode || commands.some(({ kind }) => kind === 'raise_help')
  const isConcern = concernsIn(state.turns, NAMES).length > 0
  return {
    isHelpHeard,
    isHelpByCode,
    isConcern,
    isAnswered: state.isAnswered,
    isCalm: state.isAnswered && !isHelpHeard && !isConcern,
    ended: state.ended,
    spoken: commands.flatMap((command) =>
      command.kind === 'say' && command.text !== '' ? [{ by: command.by, text: command.text.trim() }] : [],
    ),
    suggested,
    state,
  }
}

/** Where a turn goes on in the next one: it begins in lower case, as the second half of a sentence does. */
const isHalf = (turns: readonly HeardTurn[], place: number): boolean => /^[a-z]/.test(turns[place + 1]?.words ?? '')
const lastSpoken = ({ turns }: TalkState): string => turns.findLast(({ by }) => by === 'cooee')?.text ?? ''
const shareOf = (text: string, share: number): string => {
  const words = text.split(' ')
  return words.slice(0, Math.floor(words.length * share)).join(' ')
}
