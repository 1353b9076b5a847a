import { anyPhrase } from '../../understanding/phrase.ts'
import type { Sentence } from './sentence/sentence.ts'

/** What a conversation may ask of somebody. Any other request, and all advice, is refused. */
const TALKING =
  'tell|go_on|go_ahead|take_your_time|take_care|say|talk|speak|enjoy|have_a|have_fun|look_after_yourself|carry_on|press|keep_going|feel_free_to_tell|do_tell|continue|come_again|let_me_know|let_us|let_me|share|describe|explain|think_about|guess|thanks|never_mind|do_not_worry_about_that|hang_on|take_all_the_time|take_as_much|take_as_long|bear_with_me|see|be_proud|feel_proud|be_happy'
const AUX_OF_ADVICE =
  'should|ought_to|must|need_to|have_to|had_better|would_better|will_need_to|will_have_to|might_want_to|may_want_to|could_try|can_try|might_try|should_try|could_always|can_always|might_consider|may_need_to|might_need_to|would_do_well_to|are_supposed_to|are_best_to|are_better_off|can_safely|could_safely|may_safely'
const PROUD =
  'remember_that|remember_the|remember_it|remember_her|remember_him|remember_those|remember_how|be|have|feel|miss|love|enjoy|tell|know|get_tired|think|say'
const IMPERATIVE =
  'take|drink|eat|rest|lie|sit|stand|put|apply|call|ring|phone|go|stop|avoid|keep|use|try|get|make|check|raise|elevate|wear|stay|drop|cut|skip|double|halve|increase|reduce|swallow|chew|breathe|hold|press_on|massage|rub|wash|clean|ice|heat|warm|wrap|monitor|measure|consult|ask|contact|give|send|pay|transfer|buy|open|lock|turn|switch|remember|wait|leave|move|walk|run|sleep|cover|cool|soak|write|sign|read|look|listen_to_your|visit|dial|hang_up|download|click|ignore|trust|believe|let_the|add|mix|pour|throw|see_a|see_your|have_another|have_a_lie_down|have_one|have_two|have_half|have_some|be_careful|be_sure|be_patient|finish|start|begin|follow|find|cancel|change|sell|invest|google|search|text|message|email|type|enter|confirm|reply|spell'
const ADVICE = anyPhrase([
  `you|NAME ..1 ${AUX_OF_ADVICE} also|just|really|first|always|not|maybe|probably* . ~${'$'}`,
  'i|we would? suggest|recommend|advise|urge|propose',
  'my advice|suggestion|recommendation',
  'if_i_were_you|in_your_place|in_your_shoes|if_it_were_me',
  'why do_not|not you|have|try|take|ask|call|go|ring|lie|sit|rest|put|see|give|get|leave|just',
  'how|what about having|taking|calling|going|lying|resting|trying|putting|asking|sitting|drinking|seeing|getting|a_rest|a_lie',
  'it|that|this is|would_be|might_be|may_be|could_be|will_be|is_always ..1 best|better|fine|ok|all_right|safe|wise|important|good|sensible|worth|advisable|smart|helpful|necessary|essential for_you|for_NAME|just|always|now* to|if_you|having|taking|asking|seeing ~hear|know|talk|see_you|listen|have_you|be_able|have_friends|have_family|have_company|have_someone|be_home|be_outside|be_out|miss|look_forward|feel|laugh|sit_in|get_out',
  'best|better|wise|safer to ~hear|know',
  '!long|first|last|hard|good time to|for_you ~come|came|go_by|went',
  'does|do|did|works|work ..1 wonders|the_trick|you_good|a_world|a_power|the_world|no_harm',
  'is|are|does|works ..3 good|great|best|thing|ticket|perfect|ideal|wonderful|better|fine|well ..1 for that|it|this|you|your|NAME|a_sore|a_bad',
  'it|that pays|helps|makes_sense|would_pay to',
  'make_sure|be_sure_to|do_not_forget_to|remember_to|try_to|try_and|best_if_you|better_if_you|be_careful',
  'might|may|could|will|would|can|should ..1 help|work_wonders|do_the_trick|fix_it|do_you_good ~NAME|me|us|you_with_that|out',
])
const PLAIN = new RegExp(`${anyPhrase([`${'^'} ${IMPERATIVE}`]).source}`)
/** "Have you thought about moving?" is advice with a question mark. */
const SUGGESTS =
  /(?<![^ ])(?:had|have) (?:you|NAME) (?:ever |already )?(?:thought (?:of|about)|considered|tried) (?:\w+ing|a|the|an|some) /
const LEADS =
  /^(?:(?:so|well|ok|and|then|now|please|just|maybe|perhaps|also|first|yes|no|oh dear|dear|NAME|love|sorry|thanks|always|never|do not|do|simply|quickly|gently|only|but|in that case|for now|meanwhile|all right|you|,) )*/
const IS_TALKING = anyPhrase([`^ ${TALKING}`])
const OF_FEELING = anyPhrase([`you|NAME ..1 ${AUX_OF_ADVICE} also|just|really|always|not|probably* ${PROUD}`])

/** Whether a sentence tells somebody what to do, apart from talking. */
export function isAdvice({ flat, bounded, isQuestion }: Sentence): boolean {
  const plain = flat.replace(OF_FEELING, '… ')
  if (ADVICE.test(plain) || SUGGESTS.test(flat)) return true
  if (isQuestion) return false
  return bounded
    .split(/(?<![^ ])(?:, |and |but |then |or )+/)
    .map((clause) => clause.replace(LEADS, ''))
    .some((clause) => PLAIN.test(clause) && !IS_TALKING.test(clause))
}
