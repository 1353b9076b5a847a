import { firstWords } from './fixed-words.ts'
import type { TalkEnd } from './talk-events.ts'
import type { TalkSubject } from './talk-subject.ts'

/** A turn of a talk. Its number is its place among all turns, from 0: events and commands name turns by it. */
export interface TalkTurn {
  number: number
  by: 'cooee' | 'person'
  /** Of Cooee, what was really spoken: cut where somebody interrupted. */
  text: string
  /** In milliseconds of the server's clock. */
  at: number
}

/** The reply that is being made to a turn of the person. */
export interface OpenReply {
  to: number
  /** Words of it that were spoken so far. */
  words: number
  /** Whether anything but the filler was spoken. */
  isBegun: boolean
  /** It has its question, its length or a replacement: further sentences are dropped, and tools still count. */
  isFull: boolean
  isFillerSaid: boolean
  hasNoted: boolean
  /** A sentence of it was not about anything that was said, and was left out. */
  hasLeftOut: boolean
}

/** Where a talk is. A value: `stepTalk` makes the next one. */
export interface TalkState {
  subject: TalkSubject
  turns: readonly TalkTurn[]
  reply: OpenReply | null
  /** Whether Cooee's last turn still takes sentences. */
  isTurnOpen: boolean
  isSpeaking: boolean
  /** The person is speaking, or something near them is heard. */
  areTheySpeaking: boolean
  /** Silences of the person in a row. */
  silences: number
  /** Sentences of the model that a guard refused. */
  refused: number
  notes: number
  fillers: number
  /** The turn in which they asked about their health, while "Shall I tell Robyn you asked?" is open. */
  askedHealth: number | null
  /** An answer to the call's question stands. */
  isAnswered: boolean
  ended: TalkEnd | null
}

/** A talk before its line is open. */
export function newTalk(subject: TalkSubject): TalkState {
  return {
    subject,
    turns: [{ number: 0, by: 'cooee', text: firstWords(subject), at: 0 }],
    reply: null,
    isTurnOpen: false,
    isSpeaking: false,
    areTheySpeaking: false,
    silences: 0,
    refused: 0,
    notes: 0,
    fillers: 0,
    askedHealth: null,
    isAnswered: false,
    ended: null,
  }
}

/** The turns as a model reads them: those of Cooee as far as they were heard, none without words. */
export function turnsForModel({ turns }: TalkState): { by: 'cooee' | 'person'; text: string }[] {
  return turns.filter(({ text }) => text !== '').map(({ by, text }) => ({ by, text }))
}
