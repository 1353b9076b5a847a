import type { Response } from '../../call-policy/attempt-outcome.ts'
import type { CallType } from '../../calls/call-vocabulary.ts'
import type { Meaning } from '../../understanding/meaning-of.ts'
import { type ConversationState, isAskedDeaf, type Move } from '../conversation-state.ts'

/** What a key pressed after the question has begun means; null when it is not one of the choices. */
export function responseToKey(callType: CallType, key: string): Response | null {
  switch (callType) {
    case 'wake_up_call':
      return 'acknowledged'
    case 'medication_reminder':
      return key === '1' ? 'acknowledged' : key === '2' ? 'not_yet' : key === '3' ? 'help' : null
    case 'daily_check_in':
    case 'wellness_check':
      return key === '1' ? 'acknowledged' : key === '2' ? 'help' : null
  }
}

/** What words mean as an answer to the question; null where they answer nothing. "Yes" and "no" depend on what was asked. */
export function responseToMeaning(callType: CallType, meaning: Meaning): Response | null {
  if (meaning === 'help') return 'help'
  switch (callType) {
    case 'medication_reminder':
      if (meaning === 'taken') return 'acknowledged'
      return meaning === 'not_yet' || meaning === 'no' ? 'not_yet' : null
    case 'daily_check_in':
    case 'wellness_check':
    case 'wake_up_call':
      return meaning === 'fine' || meaning === 'yes' ? 'acknowledged' : null
  }
}

/** Of several keys at once, the one that counts: a key for help beats the others, then the last. Null without a key. */
export function keyThatCounts(callType: CallType, keys: string): string | null {
  const pressed = [...keys.trim()]
  const help = callType === 'wake_up_call' ? undefined : pressed.find((key) => responseToKey(callType, key) === 'help')
  return help ?? pressed.at(-1) ?? null
}

/** Whether words say no to "Are you all right?": the cue after a question that ignored words. */
export function deniesBeingWell(
  { moves }: ConversationState,
  move: Move,
  callType: CallType,
  meaning: Meaning | null,
): boolean {
  if (meaning !== 'no' || (callType !== 'daily_check_in' && callType !== 'wellness_check')) return false
  // After "Well …" the rest is listened for in silence: the question before it is still the one that is answered.
  const said = Object.values(moves)
    .filter(({ serial, lead }) => serial <= move.serial && lead !== 'go_on')
    .sort((one, other) => other.serial - one.serial)
  const asked = move.lead === 'go_on' ? said[0] : move
  return asked !== undefined && asked.name === 'question' && isAskedDeaf(asked)
}
