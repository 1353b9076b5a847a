import type { Response } from '../../call-policy/attempt-outcome.ts'
import { understandingIn } from '../../understanding/understanding-in.ts'
import { isNobody } from '../../understanding/what-speaks.ts'
import type { Circumstances, Reply } from '../circumstances.ts'
import { type ConversationState, isAskedDeaf, type Move } from '../conversation-state.ts'
import {
  answerScreening,
  askAgain,
  askBack,
  end,
  follow,
  GO_ON_SECONDS,
  GOODBYE_SECONDS,
  hearOut,
  holdOn,
  MAX_WAITS,
  mayBeMachine,
  repeat,
  SILENCES_TO_END,
  withSpeaker,
} from '../next-moves.ts'
import { deniesBeingWell, responseToKey, responseToMeaning } from './answer-to-question.ts'
import { isOfPerson } from './before-question.ts'

/** A key after the question has begun: proof of a person, even if a machine is heard too. */
export function toKey(state: ConversationState, step: string, key: string, at: Circumstances): Reply {
  const response = responseToKey(at.callType, key)
  if (response === null) return notAChoice(state, step, key, at)
  const heard: ConversationState = { ...state, questionsHeard: state.questionsHeard + 1, silences: 0 }
  return take({ ...heard, uncertainHelp: null, isAnsweredInWords: false }, step, response, at, key)
}

/** The key is named, and the question asked once more. */
export function notAChoice(state: ConversationState, step: string, key: string, at: Circumstances): Reply {
  const heard: ConversationState = {
    ...state,
    questionsHeard: state.questionsHeard + 1,
    silences: 0,
    isPersonByKey: true,
    isMachineByWords: false,
  }
  return askAgain(heard, step, 'not_a_choice', at, key)
}

/** Takes an answer: what is said back to it. */
export function take(
  state: ConversationState,
  step: string,
  response: Response,
  at: Circumstances,
  key?: string,
): Reply {
  if (response === 'help') {
    const certain: ConversationState = { ...state, uncertainHelp: null }
    return { ...follow(certain, at, step, { name: 'help_noted', key: key ?? null }), response }
  }
  const about = response === 'not_yet' ? 'not_yet' : 'acknowledged'
  if (response === 'acknowledged' && at.asksAfterwards && !mayBeMachine(state, at)) {
    const more = { name: 'ask_more', about: at.asksAfterwards, key: key ?? null } as const
    return { ...follow(state, at, step, more), response }
  }
  return {
    ...follow(state, at, step, {
      name: 'goodbye',
      about,
      lead: at.mentionsNine ? 'mention_nine' : null,
      seconds: GOODBYE_SECONDS,
      key: key ?? null,
    }),
    response,
  }
}

/** Words, or silence, after a question. */
export function toWords(state: ConversationState, move: Move, step: string, words: string, at: Circumstances): Reply {
  if (words === '') return afterSilence(state, step, at)
  const speaker = understandingIn(at.language).whatSpeaks(words, at.names)
  const meaning = understandingIn(at.language).meaningOf(words, at.names)
  if (isNobody(speaker) && meaning === 'help') return askBack(withSpeaker(state, speaker), step, at)
  if (speaker === 'screening') return answerScreening(state, step, at)
  // Where a person has shown to be there, what talks on is a television beside them.
  if (isNobody(speaker) && !state.isPersonByKey) return hearOut(withSpeaker(state, speaker), step, at)
  // A person who asks us to wait after the question and never comes back was not silent.
  if (speaker === 'hold') return holdOn({ ...state, notUnderstood: state.notUnderstood + 1 }, move, step, at)
  // Where we have just begun to listen, the beginning of what is said may be lost.
  const isCutOff = isAskedDeaf(move) || move.lead === 'go_on'
  const isPlayedToEnd = at.isPlayedToEnd || isCutOff
  const isHeardWhole = !isCutOff || understandingIn(at.language).isWholeAnswer(words)
  const digit = understandingIn(at.language).spokenDigit(words, at.names)
  const byDigit = move.name === 'question' && digit !== null ? responseToKey(at.callType, digit) : null
  // "One" to a question of consent: only a key is one.
  if (move.name === 'consent' && digit !== null) return repeat(state, step, 'key_needed', at)
  if (byDigit !== null) {
    return toAnswerInWords(state, step, byDigit, at, {
      isPlayedToEnd,
      isHeardWhole: true,
      isPlain: true,
    })
  }
  // A carer who has picked up may know how she is, and is not her.
  const isOfOthers = understandingIn(at.language).isAboutOthers(words, at.names)
  const isAnswer =
    meaning !== null &&
    (meaning === 'help' || (move.name === 'question' && !isOfOthers && !understandingIn(at.language).takesLeave(words)))
  const response = isAnswer && responseToMeaning(at.callType, meaning)
  if (response) {
    return toAnswerInWords(state, step, response, at, {
      isPlayedToEnd,
      isHeardWhole,
      isPlain: !isOfOthers && understandingIn(at.language).isPlainRequestForHelp(words, at.names),
    })
  }
  if (deniesBeingWell(state, move, at.callType, meaning)) return askBack(state, step, at)
  // The provider hands over what was said at the first pause: the answer is yet to come.
  if (isPlayedToEnd && understandingIn(at.language).isHesitation(words) && state.waits < MAX_WAITS) {
    const begun = { ...state, waits: state.waits + 1, silences: 0, notUnderstood: state.notUnderstood + 1 }
    return follow(begun, at, step, {
      name: move.name,
      lead: 'go_on',
      seconds: GO_ON_SECONDS,
    })
  }
  // It uses up nothing; but somebody who spoke and never answers was reached, and no silence.
  if (isOfPerson(meaning)) {
    return repeat({ ...state, notUnderstood: state.notUnderstood + 1 }, step, 'who_is_calling', at)
  }
  // "Yes" to the offer of a reminder, or to calls: it is for a person, and only a key proves one.
  if ((move.name === 'offer' || move.name === 'consent') && meaning !== null)
    return repeat(state, step, 'key_needed', at)
  const unclear: ConversationState = { ...state, notUnderstood: state.notUnderstood + 1, silences: 0 }
  if (!isPlayedToEnd) return repeat(unclear, step, 'interrupted', at)
  return askAgain({ ...unclear, questionsHeard: state.questionsHeard + 1 }, step, 'not_understood', at)
}

function toAnswerInWords(
  state: ConversationState,
  step: string,
  response: Response,
  at: Circumstances,
  { isPlayedToEnd, isHeardWhole, isPlain }: { isPlayedToEnd: boolean; isHeardWhole: boolean; isPlain: boolean },
): Reply {
  if (response === 'help') {
    const isCertain = isPlayedToEnd && isPlain && !mayBeMachine(state, at) && at.verdict === 'human'
    return isCertain ? take({ ...state, isAnsweredInWords: true }, step, 'help', at) : askBack(state, step, at)
  }
  // No answer yet, but somebody spoke: if none follows, the family does not read that the loved one was silent.
  if (!isPlayedToEnd || !isHeardWhole) {
    return repeat({ ...state, notUnderstood: state.notUnderstood + 1 }, step, 'cut_short', at)
  }
  const heard: ConversationState = { ...state, questionsHeard: state.questionsHeard + 1, silences: 0 }
  if (mayBeMachine(state, at)) return askAgain(heard, step, 'key_needed', at)
  return take({ ...heard, uncertainHelp: null, isAnsweredInWords: true }, step, response, at)
}

function afterSilence(state: ConversationState, step: string, at: Circumstances): Reply {
  const silent = { ...state, questionsHeard: state.questionsHeard + 1, silences: state.silences + 1 }
  if (silent.silences >= SILENCES_TO_END) return end(silent, step, at)
  return askAgain(silent, step, 'nothing_heard', at)
}
