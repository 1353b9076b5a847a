import {
  type AnsweredBy,
  attemptOutcome,
  isMachine,
  mayHaveAskedForHelp,
  type Response,
} from '#core/call-policy/attempt-outcome.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { Circumstances, Reply } from '#core/conversation/circumstances.ts'
import { type ConversationState, type Move, NEW_CONVERSATION, stepOf } from '#core/conversation/conversation-state.ts'
import { askedForHelpInTalk, duringTalk, heardTooLate, type TalkReply } from '#core/conversation/replies/during-talk.ts'
import { afterMachineVerdict, open, respond } from '#core/conversation/respond.ts'
import { scriptOf, spokenIn } from '#core/conversation/script/script-of.ts'
import type { SpokenSubject } from '#core/conversation/script/spoken-subject.ts'

/** A conversation that a test plays, one thing after the other. */
export interface PlayedConversation {
  /** What Cooee does now. */
  readonly move: Move
  /** What Cooee says now. */
  readonly says: string
  readonly state: ConversationState
  /** Every answer that was taken, in its order. */
  readonly responses: Response[]
  /** Everything that was decided about consents, in its order. */
  readonly consents: NonNullable<Reply['consent']>[]
  hears(words: string, during?: { isPlayedToEnd?: boolean }): PlayedConversation
  presses(key: string, during?: { isPlayedToEnd?: boolean }): PlayedConversation
  isSilent(): PlayedConversation
  /** A finished turn of words in a talk. */
  chats(words: string, during?: { isPlayedToEnd?: boolean; together?: string }): PlayedConversation
  /** A key in a talk. */
  keysInTalk(key: string): PlayedConversation
  /** A turn or a key of a talk that is judged after the call has gone on. */
  arrivesLate(heard: { keys?: string; speech?: string }): PlayedConversation
  /** The model of the talk heard a request for help. */
  modelHearsHelp(): PlayedConversation
  /** Whether something in the talk has decided what follows it. */
  readonly isTalkDecided: boolean
  /** The talk is over, and the provider asks for what follows. */
  talkIsOver(): PlayedConversation
  verdict(by: AnsweredBy): PlayedConversation
  /** How the attempt ends if the line is closed now. */
  outcome(): string
  mayHaveAskedForHelp(): boolean
  isMachine(): boolean
}

export const SUBJECT: SpokenSubject = {
  callType: 'daily_check_in',
  name: 'Margaret Hartley',
  preferredName: null,
  askedBy: 'Robyn Hartley',
  hour: 9,
  isDaily: true,
  isRecorded: false,
  reminderText: null,
  isCalledAgain: true,
}

/** For tests: a call that was just picked up. */
export function aConversation(
  callType: CallType = 'daily_check_in',
  fields: Partial<SpokenSubject> &
    Pick<
      Partial<Circumstances>,
      'language' | 'isMessageLeft' | 'mayTalk' | 'asksAfterwards' | 'mayStopTalks' | 'mayStopRecording'
    > = {},
): PlayedConversation {
  const { language = 'en-AU', isMessageLeft = false, mayTalk = false, asksAfterwards = null, ...more } = fields
  const { mayStopTalks = false, mayStopRecording = false, ...changes } = more
  const subject: SpokenSubject = { ...SUBJECT, callType, ...changes }
  let verdict: AnsweredBy | null = null
  let response: Response | null = null
  const responses: Response[] = []
  const consents: NonNullable<Reply['consent']>[] = []
  let { state, move }: Pick<Reply, 'state' | 'move'> = open(NEW_CONVERSATION, { now: 0 })

  const at = (isPlayedToEnd: boolean): Circumstances => ({
    callType,
    language,
    verdict,
    names: ['Margaret Hartley', 'Robyn Hartley'],
    isRecorded: subject.isRecorded,
    hasReminder: subject.reminderText !== null,
    isPlayedToEnd,
    isMessageLeft,
    mayTalk,
    asksAfterwards,
    mayStopTalks,
    mayStopRecording,
    now: 0,
  })
  function take(keys: string, speech: string, isPlayedToEnd = true): PlayedConversation {
    const reply = respond(state, stepOf(move), { keys, speech }, at(isPlayedToEnd))
    ;({ state, move } = reply)
    if (reply.consent) consents.push(reply.consent)
    return count(reply)
  }
  function count(reply: Pick<Reply, 'response' | 'withdrawsAnswer'>): PlayedConversation {
    if (reply.withdrawsAnswer) response = null
    if (reply.response !== null) {
      responses.push(reply.response)
      if (response === null || reply.response === 'help') response = reply.response
    }
    return played
  }
  const stepOfTalk = () => stepOf(Object.values(state.moves).find(({ name }) => name === 'talk') ?? move)
  function inTalk(reply: TalkReply): PlayedConversation {
    state = reply.state
    move = reply.move ?? move
    return count(reply)
  }
  const played: PlayedConversation = {
    get move() {
      return move
    },
    get says() {
      return spokenIn(scriptOf(subject, move))
    },
    get state() {
      return state
    },
    responses,
    consents,
    hears: (words, { isPlayedToEnd = true } = {}) => take('', words, isPlayedToEnd),
    presses: (key, { isPlayedToEnd = true } = {}) => take(key, '', isPlayedToEnd),
    isSilent: () => take('', ''),
    chats: (words, { isPlayedToEnd = true, together }: { isPlayedToEnd?: boolean; together?: string } = {}) =>
      inTalk(
        duringTalk(state, stepOfTalk(), { keys: '', speech: words, together: together ?? null }, at(isPlayedToEnd)),
      ),
    keysInTalk: (key) => inTalk(duringTalk(state, stepOfTalk(), { keys: key, speech: '' }, at(true))),
    arrivesLate({ keys = '', speech = '' }) {
      const late = heardTooLate(state, stepOfTalk(), { keys, speech }, at(true))
      state = late?.state ?? state
      return late ? count(late) : played
    },
    modelHearsHelp: () => inTalk(askedForHelpInTalk(state, stepOfTalk(), at(true))),
    get isTalkDecided() {
      return state.next[stepOfTalk()] !== undefined
    },
    talkIsOver: () => (move.name === 'talk' ? take('', '') : played),
    verdict(by) {
      verdict = by
      const reply = by === 'machine' ? afterMachineVerdict(state, at(true), response) : null
      if (reply) ({ state, move } = reply)
      return played
    },
    outcome: () => attemptOutcome({ endedStatus: 'completed', response, answeredBy: verdict, conversation: state }),
    mayHaveAskedForHelp: () => mayHaveAskedForHelp(verdict, state),
    isMachine: () => isMachine(verdict, state),
  }
  return played
}
