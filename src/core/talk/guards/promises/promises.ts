import { anyPhrase } from '../../../understanding/phrase.ts'
import { partsOfSentence, type Sentence } from '../sentence/sentence.ts'
import { othersDo } from './others-deeds.ts'
import { doesOfItself } from './own-deeds.ts'
import { keepsSecret } from './secrets.ts'

const PROMISES = anyPhrase([
  '!not|never promise|guarantee|swear|assure you|that|i|it|to|we|,',
  'i|we|you_have promise|guarantee|swear|my_word',
  'leave|leaving it|that|this|everything|all_that with|to|in me|us|my_hands|our_hands',
  'count|rely|depend|bank on me|us|it|that|cooee',
  'consider|take it|that|this as? done|sorted|arranged|handled|taken_care_of|read',
  'rest|be assured ',
  'no_sooner_said|right_on_it|on_it_now|all_taken_care_of|in_good_hands|all_sorted|all_arranged',
  'help|someone|somebody|they|he|she|NAME|nurse|doctor|carer|neighbour|team|it|ambulance|that|everything is|are ..1 on his|her|their|its|the way ',
  'on_its_way|on_their_way|on_his_way|on_her_way|on_the_way ~to|from|home|back|there|past',
  'is|are|be|been|being|get|gets|got|have|has ..3 arranged|organised|organized|booked|notified|informed|alerted|contacted|sorted|handled|scheduled|dispatched|reported|escalated|taken_care_of|looked_after|seen_to|dealt_with|passed_on|sent_out|sorted_out|fixed_up|delivered|approved|cancelled|registered|marked|logged ',
  'been|being called|told|sent|rung|phoned|recorded ',
  'will|shall be ..2 called|told|sent|fixed|done|rung|visited|helped|there|with_you|round|over|around|in_touch|here ',
  'you will|shall|can|should|are_going_to|may ..1 expect|hear_from|receive|get|have|see ..3 call|visit|help|someone|somebody|message|text|letter|delivery|visitor|nurse|doctor|carer|NAME|soon|them|from|back ',
  '!you|i|we|they|not|did|do|to|would|he|she expect|await|watch_out_for a|an|the|her|him|someone|somebody|NAME|them|my|another',
  'want|like|need|prefer me|us to ..1 ',
  'in touch with you|her|him|them|NAME ',
  'your secret is|will|stays ',
  'between us|you_and_me|ourselves ',
])
const FAMILY =
  '(?:NAME|she|he|they|your (?:daughter|son|family|wife|husband|sister|brother|neighbour|carer|doctor|friends?))'
const SOMEBODY =
  '(?:someone|somebody|help|NAME|he|she|they|nurse|doctor|ambulance|carer|neighbour|daughter|son|police|driver)'
const SOON = '(?:(?:already|now|right|just|almost|nearly) )*'
const PLACE =
  '(?:doors?|doorstep|gate|driveway|porch|verandah?|step|steps|stairs|house|place|street|corner|kerb|letterbox|hall)'
/** What a service keeps or sends. A computer in a talk has no part in any of it. */
const OF_SERVICE = anyPhrase([
  'this|that|the|your|my|our|a message|request|report|alert|alarm|call|calls|reminder|booking|record|enquiry|complaint|check|check_in|notification|update ..4 is|are|was|were|went|goes|go|gone|has|have|will|got|gets|reached|came|comes|moves|moved ',
  'get|gets|see|sees|receive|receives|find|finds a|an|the ..1 tick|message|alert|notification|update|report|summary|text ',
  'it|that|this|everything|all|things|matters is|are ..2 in_hand|under_control|on_track|in_place|in_motion|under_way|underway|in_the_works|in_train|in_good_hands ',
  'on|in|to her|his|their|the|our list|calendar|desk|diary|radar|inbox|books|system|file|records ',
  'got|get|gets|received|has|have|read|heard|saw|seen my|your|the|our|this|that message|note|text|report|alert|request|word|call ',
])
/** What is said to have happened, or to be about to, by nobody in particular. */
const HAS_HAPPENED = [
  /^(?!well done)(?:(?:it|that|this) is |all |now |well |and )*(?:done|sorted|fixed|arranged|organised|handled|settled)(?: now| then| for you| already)*$/,
  /^(?:i am |we are )?on (?:my|our|the) way$/,
  /\b(?:word|news|this|that|it|message) (?:(?:will|shall) (?:reach|go|get)|reaches|goes|gets) (?:straight |right |back )?(?:to |through to )?(?:NAME|her|him|them|your)\b/,
  new RegExp(`\\b${FAMILY} (?:(?:already|now|all) )?knows?(?: now| already| about (?:it|this|that)| by now)?$`),
  new RegExp(
    `\\b${FAMILY} (?:(?:will|shall) (?:soon |surely )?(?:know|hear|find out|learn)|gets? to (?:know|hear))\\b`,
  ),
  new RegExp(`\\b${SOMEBODY} (?:is|are) ${SOON}(?:outside|close|close by|near|nearly there)$`),
  // Where they live, in whatever words.
  new RegExp(
    `\\b${SOMEBODY} (?:is|are) ${SOON}(?:at|by|in|on|near|outside|round|around|up) (?:the|your) (?:\\w+ )?${PLACE}\\b`,
  ),
  /\b(?:he|she|they|NAME|ambulance|help|nurse|doctor) (?:has|have) (?:(?:already|just|now) )*(?:set off|set out|left|started out)\b/,
  /\blips are sealed\b/,
] as const
const OFFER_TO_LISTEN = anyPhrase([
  'want|like|need|prefer me|us to ..1 listen|stop|repeat|go_on|wait|say_that|be_quiet|talk|slow_down|speak_up|speak_slower|say_it|keep_quiet|ask',
])

/** Whether a sentence says that something is, was or will be done by us or for them, offers it, or offers to keep it from others. */
export function isPromise(sentence: Sentence): boolean {
  const { flat, isQuestion } = sentence
  if (PROMISES.test(flat.replace(OFFER_TO_LISTEN, '… ')) || keepsSecret(sentence) || doesOfItself(sentence)) return true
  if (isQuestion) return false
  if (partsOfSentence(sentence).some((part) => HAS_HAPPENED.some((pattern) => pattern.test(part)))) return true
  return OF_SERVICE.test(flat) || othersDo(sentence)
}
