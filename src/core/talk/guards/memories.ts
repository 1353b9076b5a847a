import { anyPhrase } from '../../understanding/phrase.ts'
import type { Sentence } from './sentence/sentence.ts'

const BEFORE =
  'last_time|last_week|last_month|last_year|last_call|yesterday|the_other_day|earlier_this_week|the_last_time|in_our_last_chat|in_our_last_talk|our_last_call|the_last_call|previously|in_the_past'
const SAID = 'told_me|told_us|said|mentioned|talked|spoke|were_saying|were_telling|chatted|asked|promised|shared'
/** A talk knows nothing of those before it but topics. */
const MEMORY = anyPhrase([
  `${BEFORE} ..2 you|we ..1 ${SAID}`,
  'you|we ..1 told_me|told_us|mentioned|talked|spoke|chatted ..6 last_time|last_week|last_month|last_call|yesterday|the_other_day|before|previously',
  'you|we always|often|usually|never_fail_to|keep ..1 tell|say|mention|talk|speak|chat|telling|saying|mentioning|talking',
  'when|whenever|each_time|every_time|since|the_time we ..1 chat|talk|speak|chatted|talked|spoke|last',
  'i ..1 remember|recall ~nothing|none|no',
  'remember|recall when|what_you|you_telling|the_last|our_last ',
])

/** Whether a sentence pretends to remember an earlier call. */
export const pretendsToRemember = ({ flat, isQuestion }: Sentence): boolean =>
  MEMORY.test(flat) && !(isQuestion && /^(?:\w+ )?do you (?:still )?(?:remember|recall) /.test(flat))
