import type { TalkCommand, TalkEnd, TalkTimer } from './talk-events.ts'
import type { TalkState, TalkTurn } from './talk-state.ts'

/** So long somebody may be silent before they are asked once whether they are there, and again before the talk ends. */
export const SILENCE_MS = 9000
/** Who speaks is not silent; a television that is heard without an end is. */
export const LONGEST_TURN_MS = 60_000
/** As voices speak; the provider's own word that it has stopped counts first. */
const SPOKEN_CHARACTERS_A_SECOND = 15
const EVERY_TIMER: readonly TalkTimer[] = ['filler', 'fallback', 'silence', 'limit']

/** What a talk is after an event, and what the server does. */
export interface TalkStep {
  state: TalkState
  commands: TalkCommand[]
}

/** Nothing follows. */
export const nothing = (state: TalkState): TalkStep => ({ state, commands: [] })

/** The commands of one step before those of the next. */
export function andThen(before: TalkStep, next: (state: TalkState) => TalkStep): TalkStep {
  const { state, commands } = next(before.state)
  return { state, commands: [...before.commands, ...commands] }
}

/** The silence that is waited for now that it is their turn. */
export const untilTheySpeak = ({ areTheySpeaking }: TalkState): TalkCommand => ({
  kind: 'set_timer',
  name: 'silence',
  ms: areTheySpeaking ? LONGEST_TURN_MS : SILENCE_MS,
})

/** A whole turn in fixed words, after which it is theirs. */
export function say(state: TalkState, text: string, at: number): TalkStep {
  const { state: spoken, commands } = speak(state, text, 'fixed', at)
  const last = commands.map((command) => (command.kind === 'say' ? { ...command, isLast: true } : command))
  return { state: { ...spoken, isTurnOpen: false }, commands: [...last, waitForThem(text)] }
}

/** Adds to Cooee's open turn, or begins one. The space before a further sentence is sent as well. */
export function speak(state: TalkState, text: string, by: 'fixed' | 'model', at: number): TalkStep {
  const words = text.trim()
  const last = state.turns.at(-1)
  const isMore = state.isTurnOpen && last?.by === 'cooee'
  const turns: readonly TalkTurn[] = isMore
    ? [...state.turns.slice(0, -1), { ...last, text: `${last.text} ${words}` }]
    : withTurn(state, 'cooee', words, at).turns
  return {
    state: { ...state, turns, isTurnOpen: true },
    commands: [{ kind: 'say', text: isMore ? ` ${words}` : words, by, isLast: false }],
  }
}

/** No reply is waited for any more. */
export function stopReply(state: TalkState): TalkStep {
  const commands: TalkCommand[] = state.reply === null ? [] : [{ kind: 'cancel_model' }, ...clear('filler', 'fallback')]
  return { state: { ...state, reply: null, isTurnOpen: false }, commands }
}

/** The talk is over, and nothing is waited for. */
export function end(state: TalkState, reason: TalkEnd): TalkStep {
  const cancelled: TalkCommand[] = state.reply === null ? [] : [{ kind: 'cancel_model' }]
  return {
    state: { ...state, reply: null, isTurnOpen: false, ended: reason },
    commands: [...cancelled, ...clear(...EVERY_TIMER), { kind: 'end', reason }],
  }
}

/** Stops these timers. */
export const clear = (...names: TalkTimer[]): TalkCommand[] => names.map((name) => ({ kind: 'clear_timer', name }))

/** Replaced as soon as the provider says that Cooee has stopped to speak. */
export const waitForThem = (text: string): TalkCommand => ({
  kind: 'set_timer',
  name: 'silence',
  ms: speakingMs(text) + SILENCE_MS,
})

/** How long a voice takes to say something, in milliseconds. */
export const speakingMs = (text: string): number => Math.ceil((text.length / SPOKEN_CHARACTERS_A_SECOND) * 1000)

/** The talk with one more turn, and no open one. */
export function withTurn(state: TalkState, by: TalkTurn['by'], text: string, at: number): TalkState {
  return { ...state, isTurnOpen: false, turns: [...state.turns, { number: state.turns.length, by, text, at }] }
}
