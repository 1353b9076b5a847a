import { anyPhrase } from '../../understanding/phrase.ts'
import { type Deed, deedsOf } from './clause.ts'
import { partsOfSentence, type Sentence } from './sentence.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** What a voice on the phone can really do. Whatever else it says it will do is a promise, also with a verb nobody thought of. */
const CAN_DO =
  words(`listen hear understand talk chat speak ask imagine wonder think know guess see say stop keep remain stay
  wait pause hope believe agree admit learn enjoy follow repeat be sound seem mean answer help_you tell_you`)
/** What is done in the world, in each of its forms. What was done, or is being done, is as untrue as what will be. */
const ACTS =
  /^(?:call|ring|rang|rung|phon|telephon|dial|text|messag|messenger|email|mail|send|sent|tell|told|let|inform|notif|alert|contact|pass|arrang|organi[sz]|book|schedul|order|get|got|fetch|bring|brought|com|came|visit|drop|pop|check|mak|made|sort|fix|look|tak|took|ask|mention|report|forward|chas|remind|wak|transfer|connect|put|pay|paid|buy|bought|deliver|cancel|mark|record|log|updat|set|chang|delet|remov|add|note|writ|wrote|sav|register|escalat|dispatch|despatch|handl|deal|help|keep|kept|mov|prescrib|reserv|request|submit|rais|flag|warn|advis|reach|speak|spoke|talk|sign)(?:s|es|ed|d|t|e|ing|ting|ping|ling|ying|ied|y|ies|ten)?$/
/** "I keep", "I look forward", "I got that" and the like do nothing in the world. */
const HARMLESS = anyPhrase([
  'i look|am_looking forward',
  'i got|get that|it|what_you',
  'i am|was asking|talking|speaking|looking|helping|keeping with|to|you|about|because|out|quiet',
  'i asked|told|mentioned|spoke ..1 you',
  'i let|will_let you go|rest|finish|talk|speak|think|get_on|tell',
  'i can|could take it|that|no|a_hint',
  'i take|took it|that',
])
const OTHERS =
  words(`NAME someone somebody help they he she nurse doctor gp ambulance paramedics police carer family daughter son
  husband wife sister brother neighbour neighbours friend team people person staff office cooee colleague colleagues plumber
  cleaner driver electrician technician chemist pharmacist clinic hospital mum dad niece nephew granddaughter grandson everyone
  anyone anybody manager worker helper operator agent taxi bus delivery assistance`)
/** What people feel is no promise of what they do. */
const FEELS =
  words(`love like enjoy understand appreciate miss adore laugh smile know remember think want hope grow need be
  have had look seem feel sound live sleep eat mean say said make`)
const MOVES =
  /^(?:com|go|ring|call|visit|arriv|send|bring|tak|collect|pick|drop|pop|head|driv|deliver|help|see|check|fix|look|sort|meet|phon|contact|get|pay|let|mov)(?:ing|ming|ting|ping)$/
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
/** What is said to have happened, or to be about to, by nobody in particular. */
const HAS_HAPPENED = [
  /^(?:(?:it|that|this) is |all |now |well |and )*(?:done|sorted|fixed|arranged|organised|handled|settled)(?: now| then| for you| already)*$/,
  /^(?:i am |we are )?on (?:my|our|the) way$/,
  /\b(?:word|news|this|that|it|message) (?:(?:will|shall) (?:reach|go|get)|reaches|goes|gets) (?:straight |right |back )?(?:to |through to )?(?:NAME|her|him|them|your)\b/,
  new RegExp(`\\b${FAMILY} (?:(?:already|now|all) )?knows?(?: now| already| about (?:it|this|that)| by now)?$`),
  new RegExp(
    `\\b${FAMILY} (?:(?:will|shall) (?:soon |surely )?(?:know|hear|find out|learn)|gets? to (?:know|hear))\\b`,
  ),
  /\b(?:someone|somebody|help|NAME|he|she|they|nurse|doctor|ambulance) (?:is|are) (?:(?:already|now|right|just) )*(?:at (?:the|your) (?:door|gate)|outside|close|close by|near|nearly there)$/,
  /\b(?:he|she|they|NAME|ambulance|help|nurse|doctor) (?:has|have) (?:(?:already|just|now) )*(?:set off|set out|left|started out)\b/,
  /\blips are sealed\b/,
] as const
const OFFER_TO_LISTEN = anyPhrase([
  'want|like|need|prefer me|us to ..1 listen|stop|repeat|go_on|wait|say_that|be_quiet|talk|slow_down|speak_up|speak_slower|say_it|keep_quiet|ask',
])

/** Whether a sentence says that something is, was or will be done by us or for them, or offers it. */
export function isPromise(sentence: Sentence): boolean {
  const { flat, bounded, isQuestion } = sentence
  if (PROMISES.test(flat.replace(OFFER_TO_LISTEN, '… '))) return true
  const parts = isQuestion ? [] : partsOfSentence(sentence)
  if (parts.some((part) => HAS_HAPPENED.some((pattern) => pattern.test(part)))) return true
  const spoken = bounded.split(' ').filter((word) => word !== '')
  const own = deedsOf(spoken, (word) => word === 'i' || word === 'we' || word === 'cooee')
  const letMe = deedsOf(spoken, (word) => word === 'me' || word === 'us').filter((_, index) =>
    /let (?:me|us) /.test(flat) ? index === 0 : false,
  )
  const isLetMe = /(?<![^ ])let (?:me|us) /.test(flat)
  if (own.some(isOwnPromise) || (isLetMe && letMe.some(isOwnPromise))) return !HARMLESS.test(flat) || own.length > 1
  if (own.some(({ isIntended, isDenied }) => isIntended && !isDenied) && joinsAct(spoken)) return true
  return !isQuestion && deedsOf(spoken, (word) => OTHERS.has(word)).some(isForeignPromise)
}

function isOwnPromise({ verb, rest, isIntended, isDenied, isAble }: Deed): boolean {
  // "I will not tell her" is a promise; "I cannot call her" is the truth.
  if (isDenied) return isIntended && !isAble && KEEPS_FROM.has(verb)
  if (!isIntended) return ACTS.test(verb)
  if (verb === 'be') return IS_THERE.has(rest[0] ?? '')
  if (verb === 'see') return rest[0] === 'to'
  if (verb === 'have') return !rest.slice(0, 3).some((word) => THOUGHTS.has(word))
  return !CAN_DO.has(verb) && !CAN_DO.has(verb.replace(/(.)\1?ing$/, '$1')) && !NO_DEED.has(verb)
}

/** "Pleased", "thrilled": what somebody is after hearing something. */
const FEELING = /^(?:pleas|delight|thrill|surpris|excit|touch|amus|relie?v|interest|impress|overjoy|tickl|chuff)ed$/
const KEEPS_FROM = words('tell say mention report let leave call share breathe repeat pass speak inform send ring')
const IS_THERE = words('there with over back round around')
const THOUGHTS = words('think look chat listen guess heard liked loved thought')
/** What a clause ends with that has no verb of its own: "I would like a rest". */
const NO_DEED = words('like love want need wish hope happy glad pleased delighted am are is was had better')

/** "I will listen and call her": the second verb is intended as well. */
function joinsAct(spoken: readonly string[]): boolean {
  return spoken.some((word, place) => {
    const next = spoken[place + 1] === 'then' ? spoken[place + 2] : spoken[place + 1]
    return (
      (word === 'and' || word === 'then' || word === 'or') &&
      next !== undefined &&
      ACTS.test(next) &&
      !/ed$|ing$/.test(next)
    )
  })
}

function isForeignPromise({ verb, rest, isIntended, isDenied, isAsked }: Deed): boolean {
  if (isAsked || isDenied) return false
  if (isIntended && verb === 'be') return IS_THERE.has(rest[0] ?? '') || rest.includes('you')
  if (isIntended && FEELING.test(verb)) return false
  if (isIntended) return !FEELS.has(verb) || /^(?:see|help)$/.test(verb) || rest.includes('you')
  return MOVES.test(verb)
}
