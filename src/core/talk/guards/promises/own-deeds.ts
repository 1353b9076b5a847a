import { anyPhrase } from '../../../understanding/phrase.ts'
import { type Deed, deedsOf } from '../sentence/clause.ts'
import type { Sentence } from '../sentence/sentence.ts'
import { ACT, isOtherPerson, setOf } from '../sentence/words-of-deeds.ts'

/** What a voice on the phone can do next. Whatever else it says it will do is a promise, also with a verb nobody thought of. */
const CAN_DO =
  setOf(`listen hear understand talk chat speak ask imagine wonder think know guess see say stop keep remain stay
  wait pause hope believe agree admit learn enjoy follow repeat be sound seem mean answer help_you tell_you`)
/**
 * What a voice on the phone thinks, feels and does in a talk, in each of its forms. Whatever else it says it does or has done
 * is untrue.
 */
const OF_A_TALK =
  setOf(`hear heard listen listened listening talk talked talking chat chatted chatting speak spoke spoken speaking say said
  saying ask asked asking repeat repeated mean meant follow followed following catch caught understand understood see saw seen
  imagine imagined imagining wonder wondered wondering think thought thinking know knew known guess guessed guessing suppose
  supposed reckon gather bet believe believed hope hoped hoping wish wished want wanted like liked love loved enjoy enjoyed
  enjoying appreciate appreciated admire admired agree agreed feel felt mind care cared prefer miss missed learn learned
  learnt notice noticed apologise beg wait waited waiting stop stopped lost lose remember recall be been am is are was were do did had
  smile smiled laugh laughed laughing find found look looking looked interrupt interrupted trust go dare keep`)
/** Harmless with what follows it, and an act with anything else. */
const HARMLESS = anyPhrase([
  'i look|am_looking forward',
  'i got|get that|it|what_you|you|carried_away|the_idea|the_picture',
  'i am|was asking|talking|speaking|looking|helping|keeping with|to|you|about|because|out|quiet',
  'i asked|told|mentioned|spoke ..1 you',
  'i let|will_let you go|rest|finish|talk|speak|think|get_on|tell',
  'i can|could take it|that|no|a_hint',
  'i take|took it|that',
])
/** "I will not tell her" is a promise; "I cannot call her" is the truth. */
const KEEPS_FROM = setOf('tell say mention report let leave call share breathe repeat pass speak inform send ring')
const IS_THERE = setOf('there with over back round around')
const HAS_IN_MIND = setOf(
  'think look chat listen guess heard liked loved thought thoughts question idea talk laugh time pleasure feeling one',
)
/** What a clause ends with that has no verb of its own: "I would like a rest". */
const NO_DEED = setOf('like love want need wish hope happy glad pleased delighted am are is was had better')
/** What makes an act of what is harmless alone: "keep an eye on", "follow up", "look into". */
const PARTICLE = setOf('up into after over')
const CAN_TAKE_PARTICLE = setOf('follow followed following look looked looking keep see saw go find')
const SPEAKS = /^(?:ask|say|said|sp[eo]ke?|spoken|talk|chat|hear|repeat|answer)/

/** Whether the voice says that it does, did or will do something that it cannot do in a talk. */
export function doesOfItself({ flat, bounded }: Sentence): boolean {
  const spoken = bounded.split(' ').filter((word) => word !== '')
  const own = deedsOf(spoken, (word) => word === 'i' || word === 'we' || word === 'cooee')
  const isLetMe = /(?<![^ ])let (?:me|us) /.test(flat)
  const letMe = isLetMe ? deedsOf(spoken, (word) => word === 'me' || word === 'us').slice(0, 1) : []
  if (own.some(isDeed) || letMe.some(isDeed)) return !HARMLESS.test(flat) || own.length > 1
  return own.some(({ isIntended, isDenied }) => isIntended && !isDenied) && joinsAct(spoken)
}

function isDeed(deed: Deed): boolean {
  const { verb, rest, isIntended, isDenied, isAble } = deed
  if (isDenied) return isIntended && !isAble && KEEPS_FROM.has(verb)
  if (SPEAKS.test(verb) && reachesOthers(rest)) return true
  if (CAN_TAKE_PARTICLE.has(verb) && rest.slice(0, 4).some((word) => PARTICLE.has(word))) return true
  if (verb === 'be') return IS_THERE.has(rest[0] ?? '')
  if (verb === 'see') return rest[0] === 'to'
  if (verb === 'have' || verb === 'had') return !rest.slice(0, 4).some((word) => HAS_IN_MIND.has(word))
  // "I can tell that you miss him."
  if (verb === 'tell' && isAble) return isOtherPerson(rest[0]) || rest[0] === 'your'
  if (!isIntended) return !OF_A_TALK.has(verb) && !FEELING.test(verb)
  return !CAN_DO.has(verb) && !CAN_DO.has(verb.replace(/(.)\1?ing$/, '$1')) && !NO_DEED.has(verb)
}

/** "Pleased", "thrilled": what somebody is after hearing something. */
const FEELING =
  /^(?:pleas|delight|thrill|surpris|excit|touch|amus|relie?v|interest|impress|overjoy|tickl|chuff|confus|mov|embarrass)ed$/

/** "Ask her", "speak with your daughter", "heard from Robyn". */
function reachesOthers(rest: readonly string[]): boolean {
  const whom = /^(?:to|with|from)$/.test(rest[0] ?? '') ? rest.slice(1) : rest[0] === 'about' ? [] : rest
  return isOtherPerson(whom[0]) || (/^(?:your|the|a)$/.test(whom[0] ?? '') && isOtherPerson(whom[1]))
}

/** "I will listen and call her": the second verb is intended as well. */
function joinsAct(spoken: readonly string[]): boolean {
  return spoken.some((word, place) => {
    const next = spoken[place + 1] === 'then' ? spoken[place + 2] : spoken[place + 1]
    const isJoined = word === 'and' || word === 'then' || word === 'or'
    return isJoined && next !== undefined && ACT.test(next) && !/ed$|ing$/.test(next)
  })
}
