import { agreementIn } from '../understanding/answers/agreement-in.ts'
import { cutWhereInterrupted } from './cut-where-interrupted.ts'
import {
  ASKED_IS_LEFT,
  askedIsNoted,
  CLOSING,
  computerAnswer,
  FILLER,
  GO_ON,
  MONEY_ANSWER,
  medicalAnswer,
  NOT_A_KEY,
  STILL_THERE,
  TIME_OVER,
} from './fixed-words.ts'
import { isGrounded } from './guards/grounding.ts'
import { type GuardReason, guardSentence } from './guards/guard-sentence.ts'
import { insteadOf } from './instead-of.ts'
import {
  andThen,
  clear,
  end,
  nothing,
  say,
  speak,
  speakingMs,
  stopReply,
  type TalkStep,
  untilTheySpeak,
  waitForThem,
  withTurn,
} from './parts-of-step.ts'
import { noteFrom } from './summary/note-from.ts'
import type { TalkCommand, TalkEvent, TalkTimer } from './talk-events.ts'
import { TALK_MINUTES } from './talk-length.ts'
import type { OpenReply, TalkState } from './talk-state.ts'
import type { TalkTool } from './talk-tools.ts'
import { asksAboutHealth, asksWhetherComputer, offersSecret } from './what-they-ask.ts'

export { newTalk, type TalkState, type TalkTurn, turnsForModel } from './talk-state.ts'
export type { TalkSubject } from './talk-subject.ts'

/** After this long without a word of the model, one filler is said. */
export const FILLER_MS = 2500
/** After this long without a word of the model, the talk ends and the call asks its own question. */
export const FALLBACK_MS = 6000
/** A reply that breaks off between two sentences is waited for this long once the last one has been spoken. */
export const STALL_MS = 2000
/** A talk lasts four minutes at most: its last words are spoken before. */
export const LIMIT_MS = TALK_MINUTES * 60_000 - 10_000
export const MAX_WORDS = 35
const MAX_NOTES = 10
const REFUSALS_TO_END = 2

/**
 * What follows in a talk from an event. It decides what is said and when the talk ends, and never what the call comes to:
 * that is judged before, by the rules of every call. Whatever fails ends the talk with its reason, so that the call goes on
 * with its own question. After the end nothing follows from anything.
 */
export function stepTalk(state: TalkState, event: TalkEvent): TalkStep {
  if (state.ended !== null) return { state, commands: [] }
  switch (event.kind) {
    case 'opened':
      return opened(state, event.at)
    case 'said':
      return said(state, event)
    case 'pressed':
      return pressed(state, event)
    case 'interrupted':
      return interrupted(state, event.heard)
    case 'model_sentence':
      return event.to === state.reply?.to ? sentence(state, state.reply, event.text, event.at) : nothing(state)
    case 'model_tool':
      return event.to === state.reply?.to ? tool(state, state.reply, event.tool, event.at) : nothing(state)
    case 'model_done':
      return event.to === state.reply?.to ? done(state, state.reply, event.at) : nothing(state)
    case 'model_failed':
      return event.to === state.reply?.to ? failed(state, state.reply) : nothing(state)
    case 'timer':
      return ranOut(state, event.name, event.at)
    case 'speaking':
      return speaking(state, event.isSpeaking)
    case 'they_speak':
      return theySpeak(state, event.isSpeaking)
    case 'lost':
      return end(state, 'line_lost')
  }
}

function opened(state: TalkState, at: number): TalkStep {
  const turns = state.turns.map((turn) => ({ ...turn, at }))
  const first = turns[0]?.text ?? ''
  return {
    state: { ...state, turns },
    commands: [{ kind: 'set_timer', name: 'limit', ms: LIMIT_MS }, waitForThem(first)],
  }
}

function said(state: TalkState, event: Extract<TalkEvent, { kind: 'said' }>): TalkStep {
  if (event.words.trim() === '') return nothing(state)
  const heard = withTurn({ ...state, silences: 0, areTheySpeaking: false }, 'person', event.words.trim(), event.at)
  const isAnswered = state.isAnswered || event.judged.isAnswered
  if (event.judged.endsTalk) return end({ ...heard, isAnswered }, 'person')
  return andThen(stopReply({ ...heard, isAnswered }), (now) => answerTo(now, event.words, event.at))
}

/** Fixed words where the question is one that no model answers; else the model is asked. */
function answerTo(state: TalkState, words: string, at: number): TalkStep {
  const { subject, askedHealth } = state
  const to = lastNumber(state)
  const names = namesOf(state)
  if (askedHealth !== null) {
    const asked = state.turns[askedHealth]
    const answer = agreementIn(words, names)
    const closed = { ...state, askedHealth: null }
    if (answer === 'yes' && asked) {
      const note: TalkCommand = { kind: 'note', topic: 'a question about health', words: asked.text, to: asked.number }
      return andThen({ state: { ...closed, notes: state.notes + 1 }, commands: [note] }, (now) =>
        say(now, askedIsNoted(subject), at),
      )
    }
    if (answer === 'no') return say(closed, ASKED_IS_LEFT, at)
    if (!asksAboutHealth(words, names)) return answerTo(closed, words, at)
  }
  if (asksWhetherComputer(words, names)) return say(state, computerAnswer(subject), at)
  if (offersSecret(words, names)) return say(state, MONEY_ANSWER, at)
  if (asksAboutHealth(words, names)) return say({ ...state, askedHealth: to }, medicalAnswer(subject), at)
  const reply: OpenReply = {
    to,
    words: 0,
    isBegun: false,
    isFull: false,
    isFillerSaid: false,
    hasNoted: false,
    hasLeftOut: false,
  }
  return {
    state: { ...state, reply, isTurnOpen: false },
    commands: [
      { kind: 'clear_timer', name: 'silence' },
      { kind: 'ask_model', to },
      { kind: 'set_timer', name: 'filler', ms: FILLER_MS },
      { kind: 'set_timer', name: 'fallback', ms: FALLBACK_MS },
    ],
  }
}

function pressed(state: TalkState, event: Extract<TalkEvent, { kind: 'pressed' }>): TalkStep {
  const isAnswered = state.isAnswered || event.judged.isAnswered
  const heard: TalkState = { ...state, isAnswered, silences: 0, askedHealth: null }
  if (event.judged.endsTalk) return end(heard, 'person')
  return andThen(stopReply(heard), (now) => say(now, NOT_A_KEY, event.at))
}

/** Everything that was still to be spoken is dropped by the provider; the reply it belongs to as well. */
function interrupted(state: TalkState, heard: string): TalkStep {
  const place = state.turns.findLastIndex(({ by }) => by === 'cooee')
  const turns = state.turns.map((turn, index) =>
    index === place ? { ...turn, text: cutWhereInterrupted(turn.text, heard) } : turn,
  )
  return andThen(stopReply({ ...state, turns, isSpeaking: false }), (now) => ({
    state: now,
    commands: [untilTheySpeak(now)],
  }))
}

function sentence(state: TalkState, reply: OpenReply, text: string, at: number): TalkStep {
  const words = countWords(text)
  if (reply.isFull || words === 0) return nothing(state)
  const context = { names: namesOf(state), said: saidBy(state) }
  const reason = words > MAX_WORDS ? 'too_long' : guardSentence(text, context)
  if (reason !== null) return refuse(state, reply, reason, at)
  // Nothing wrong is known of it, and nothing that was said bears it out: what follows of the reply may still be spoken.
  if (!isGrounded(text, context)) return nothing({ ...state, reply: { ...reply, hasLeftOut: true } })
  // What was spoken is a whole reply: more of it is left out, and nothing was wrong.
  if (reply.words + words > MAX_WORDS) return fill(state, reply)
  const begun: OpenReply = { ...reply, words: reply.words + words, isBegun: true }
  const spoken = speak({ ...state, reply: begun }, text, 'model', at)
  const commands: TalkCommand[] = [
    { kind: 'clear_timer', name: 'filler' },
    ...spoken.commands,
    { kind: 'set_timer', name: 'fallback', ms: speakingMs(text) + STALL_MS },
  ]
  const next = { state: spoken.state, commands }
  return text.includes('?') ? andThen(next, (now) => fill(now, begun)) : next
}

/** Says something fixed instead of a sentence that must not be spoken; at the second one the talk is over. */
function refuse(state: TalkState, reply: OpenReply, reason: GuardReason, at: number): TalkStep {
  const counted = { ...state, refused: state.refused + 1 }
  if (reason === 'emergency') return raiseHelp(counted, reply, 'the reply spoke of an emergency')
  if (counted.refused >= REFUSALS_TO_END) return end(counted, 'guard_refused')
  const asks = reason === 'medical' ? reply.to : state.askedHealth
  const full: OpenReply = { ...reply, isBegun: true, isFull: true }
  return andThen({ state: counted, commands: [{ kind: 'clear_timer', name: 'filler' }] }, (now) =>
    say({ ...now, reply: full, askedHealth: asks }, insteadOf(reason, now.subject), at),
  )
}

/** Closes Cooee's turn. Tools of the same reply still count: a request for help may follow the words. */
function fill(state: TalkState, reply: OpenReply): TalkStep {
  return {
    state: { ...state, reply: { ...reply, isFull: true }, isTurnOpen: false },
    commands: [{ kind: 'say', text: '', by: 'model', isLast: true }, waitForThem(lastWords(state))],
  }
}

function tool(state: TalkState, reply: OpenReply, asked: TalkTool, at: number): TalkStep {
  switch (asked.name) {
    case 'ask_for_help':
      return raiseHelp(state, reply, asked.reason)
    case 'note': {
      const note = state.notes < MAX_NOTES ? noteFrom(asked, reply.to, state.turns) : null
      const noted = { ...state, reply: { ...reply, hasNoted: true } }
      if (note === null) return nothing(noted)
      return { state: { ...noted, notes: state.notes + 1 }, commands: [note] }
    }
    case 'end_call':
      return andThen(say(state, CLOSING, at), (now) => end(now, 'finished'))
  }
}

const MAX_REASON = 200

/** The call asks back with its fixed words, whatever else the reply says. */
function raiseHelp(state: TalkState, { to }: OpenReply, reason: string): TalkStep {
  const help: TalkCommand = { kind: 'raise_help', reason: reason.trim().slice(0, MAX_REASON), to }
  return andThen({ state, commands: [help] }, (now) => end(now, 'person'))
}

function done(state: TalkState, reply: OpenReply, at: number): TalkStep {
  const ready: TalkStep = { state: { ...state, reply: null }, commands: clear('filler', 'fallback') }
  if (reply.isFull) return ready
  if (!reply.isBegun) {
    return reply.hasNoted || reply.hasLeftOut
      ? andThen(ready, (now) => say(now, GO_ON, at))
      : end(state, 'model_failed')
  }
  return andThen(ready, (now) => ({
    state: { ...now, isTurnOpen: false },
    commands: [{ kind: 'say', text: '', by: 'model', isLast: true }, waitForThem(lastWords(now))],
  }))
}

/** What was said stands; where a sentence was to follow, the call's own question does. */
function failed(state: TalkState, reply: OpenReply): TalkStep {
  if (reply.isFull) return { state: { ...state, reply: null }, commands: clear('filler', 'fallback') }
  return end(state, 'model_failed')
}

function ranOut(state: TalkState, name: TalkTimer, at: number): TalkStep {
  const { reply } = state
  switch (name) {
    case 'filler': {
      if (reply === null || reply.isBegun || reply.isFillerSaid) return nothing(state)
      const waiting = { ...state, reply: { ...reply, isFillerSaid: true }, fillers: state.fillers + 1 }
      return speak(waiting, FILLER, 'fixed', at)
    }
    case 'fallback':
      if (reply === null) return nothing(state)
      return reply.isFull ? stopReply(state) : end(state, 'model_failed')
    case 'silence':
      return reply !== null && !reply.isFull ? nothing(state) : afterSilence(state, at)
    case 'limit':
      return andThen(stopReply(state), (now) => andThen(say(now, TIME_OVER, at), (last) => end(last, 'time_over')))
  }
}

function afterSilence(state: TalkState, at: number): TalkStep {
  if (state.isSpeaking) return nothing(state)
  const silent = { ...state, silences: state.silences + 1 }
  return silent.silences > 1 ? end(silent, 'silence') : andThen(stopReply(silent), (now) => say(now, STILL_THERE, at))
}

function speaking(state: TalkState, isSpeaking: boolean): TalkStep {
  const now = { ...state, isSpeaking }
  if (isSpeaking) return { state: now, commands: clear('silence') }
  const { reply } = state
  if (reply === null || reply.isFull) {
    return { state: now, commands: [untilTheySpeak(now)] }
  }
  return reply.isBegun
    ? { state: now, commands: [{ kind: 'set_timer', name: 'fallback', ms: STALL_MS }] }
    : { state: now, commands: [] }
}

function theySpeak(state: TalkState, areTheySpeaking: boolean): TalkStep {
  const now = { ...state, areTheySpeaking }
  const isTheirTurn = state.reply === null || state.reply.isFull
  return { state: now, commands: isTheirTurn && !state.isSpeaking ? [untilTheySpeak(now)] : [] }
}

const lastNumber = ({ turns }: TalkState): number => turns.length - 1
const lastWords = ({ turns }: TalkState): string => turns.findLast(({ by }) => by === 'cooee')?.text ?? ''
const saidBy = ({ turns }: TalkState): string[] => turns.filter(({ by }) => by === 'person').map(({ text }) => text)
const namesOf = ({ subject }: TalkState): string[] => [
  subject.name,
  ...(subject.askedBy === null ? [] : [subject.askedBy]),
]
const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
