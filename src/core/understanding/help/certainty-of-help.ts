import { anyPhrase } from '../phrase.ts'
import { type Utterance, utteranceOf } from '../utterance.ts'
import { besideMachine, speakerOf } from '../what-speaks.ts'
import { isDistress } from './distress-in.ts'

/** A request for help is short; a television talks on. */
const LONGEST_CRY = 14
const SHORT_CRY = 6
const OF_US = anyPhrase(['i|me|my|mine|myself|we|us|our|NAME'])
const OF_OTHERS = anyPhrase([
  'he|she|they|him|his|her|them|their|said|says|who|the_man|the_woman|police|a_man|a_woman|people|victims|victim',
])
const TO_US = anyPhrase([
  '^ yes|no|please|oh|ok|quick|quickly|hello|can_you|could_you|will_you|would_you|you_have_to|somebody|someone|just|and* help|call|ring|phone|get|send|come|tell|fetch|ask|save|bring|hurry',
])
/** What somebody says for themselves alone, so that it counts even beside the words of a machine. */
const OWN_CRY = anyPhrase([
  '!to|can|you|that|will|could|would|may|for|and_we_will|which|we|i|they|god help me ~get_back|return|out_by|help_you',
  '!if_you|you|we|they|do i need help|an_ambulance|a_doctor|somebody|someone ~you|to_take_your',
  'i|i_have have|just? fallen|fell|had_a_fall|had_a_bad_fall|collapsed|hurt_myself ~behind|asleep|in_love|off',
  'i can|could not get_up|breathe|move|stand|feel_my|get_off_the_floor|get_out',
  'i_am on_the_floor|bleeding|hurt|on_the_ground|dying|choking|having_a',
  'i have chest|pain|terrible_pain|a_pain|hurt',
  '^ help ',
  'she|he|NAME is|has|just? fallen|fell|collapsed|not_breathing|had_a_fall|unconscious ~behind|asleep',
  'help help|please_help|somebody_help',
])

/**
 * Whether words are a certain request for help by themselves: short, of oneself or said to us, and no
 * machine's. Help in a long stream of words, or for others, is asked back first: a television
 * asks for help every evening. `names` as in `meaningOf`.
 */
export function isPlainRequestForHelp(text: string, names: readonly string[] = []): boolean {
  if (/🆘|🚑|🚨/u.test(text)) return true
  const utterance = utteranceOf(text, names)
  const { flat, words } = utterance
  if (words.length > LONGEST_CRY || speakerOf(utterance) !== null || !isDistress(utterance)) return false
  if (TO_US.test(flat)) return true
  if (OF_OTHERS.test(flat)) return false
  return OF_US.test(flat) || words.length <= SHORT_CRY
}

/** Whether somebody asks for help beside the words of a machine: after its beep, or into its greeting. */
export function isRequestBesideMachine(utterance: Utterance): boolean {
  return besideMachine(utterance).some(
    (rest) => OWN_CRY.test(rest) && isDistress({ ...utterance, flat: rest, bounded: rest }),
  )
}
