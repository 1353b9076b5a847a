import { bareWords } from '../plain-words.ts'

/** What somebody wants no more of. */
export type Refused = 'all' | 'calls' | 'texts'

/** The words that the networks keep to by themselves (Twilio's default opt-out keywords), alone in a message. */
const KEYWORD = /^(?:stop|stop ?all|unsubscribe|cancel|end|quit|revoke|opt ?out)$/
const LEAVE_ALONE =
  /^(?:you )?(?:leave (?:me|us) (?:alone|be|in peace)|opt (?:me|us) out|unsubscribe (?:me|us|(?:this|my) number))$/
const OFF_THE_LIST =
  /^(?:take|remove|delete|get|strike) (?:me|us|(?:my|our|this) (?:phone )?(?:number|phone|mobile))(?: (?:off|from|of)){0,2}(?: (?:the|your|this|all) (?:phone |call |calling )?(?:lists?|system|records?|database|service))?$/

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))
const STOPS = wordsOf('stop quit cease end cancel discontinue halt block')
/** "Do not" and "not to" are one of them: a bare "not" says too many other things. */
const NOTS = wordsOf('dont never no without')
const CALLS = wordsOf(
  'call calls calling called ring rings ringing rung phone phoning phoned telephone dial dialling robocalls',
)
const TEXTS = wordsOf('text texts texting texted sms message messages messaging messaged')
const CONTACT = wordsOf(
  'contact contacting contacted bother bothering disturb disturbing pester pestering harass harassing',
)
/** After "no" only what is plainly something that comes: "no phone" and "no call" may mean anything. */
const AFTER_NO = wordsOf('calls calling ringing robocalls texts texting messages messaging sms contact')
/** Words that change nothing beside a refusal. */
const FILLING = wordsOf(`
  a again all alone am an and any anymore annoying asking at automated be being bloody both by can cease cheers constant cooee could
  d daily ever every everything for from further get getting good hello here hey hi home house i id im immediately it kindly like
  line longer look making make me mobile more much must my need now number of off ok okay on once or our ours please pls plz prefer
  rather receive receiving right robot said same send sending service should silly so sorry stupid such than thank thanks that the
  them then these this those thx time to told too up us want wanting we will wish wont would you your`)

/** Before and after a sentence they say nothing, a "no" and a "look" at its beginning least of all. */
const COURTESY =
  'please|pls|plz|hi|hello|hey|sorry|thanks|thank you|thx|cheers|ok|okay|no|look|cooee|now|at once|immediately'
const AROUND = new RegExp(`^(?:(?:${COURTESY}) )+|(?: (?:${COURTESY}))+$`, 'g')
/** What people say of themselves: "I can't call" is the answer of a contact. */
const OF_THEMSELVES =
  /\b(?:i|we) (?:dont|never|will|would|can|could|must|should) (?:ever )?(?:call|ring|phone|text|message|contact)\b/

/**
 * What a text message refuses; null where it refuses nothing. One of the networks' words alone, with whatever signs and emoji
 * around it, or a sentence that says so in whatever order of the usual words. Nothing else may stand in it: "stop, I have
 * fallen", "don't stop calling me" and "stop calling Mum" are no refusals.
 */
export function refusalIn(text: string): Refused | null {
  const said = bareWords(text)
  if (KEYWORD.test(said)) return 'all'
  const sentence = said
    .replace(/\b(?:do not|not to)\b/g, 'dont')
    .replace(AROUND, '')
    .trim()
  if (KEYWORD.test(sentence) || LEAVE_ALONE.test(sentence) || OFF_THE_LIST.test(sentence)) return 'all'
  if (/^no\b/.test(said) && isNo(said)) return objectOf(said.split(' ').slice(1))
  if (OF_THEMSELVES.test(sentence)) return null
  const words = sentence.split(' ')
  if (!words.every(isUsual)) return null
  const stop = words.findIndex((word) => STOPS.has(word))
  const not = words.findIndex((word) => NOTS.has(word))
  if (stop < 0 && not < 0) return null
  // "Don't stop calling me" wants the opposite; in "I don't want calls, please stop" the two say the same.
  if (not >= 0 && not < stop && !words.slice(not, stop).some(isObject)) return null
  const from = stop >= 0 && (not < 0 || stop < not) ? stop : not
  const object = objectOf(words.slice(from + 1)) ?? objectOf(words.slice(0, from))
  const isStopIt = stop >= 0 && not < 0 && /^(?:stop|quit|cease)$/.test(words[stop] ?? '')
  return object ?? (isStopIt ? 'all' : null)
}

/** Whether a text is one of the networks' words alone: the provider delivers no further text by itself then. */
export function isKeyword(text: string): boolean {
  return KEYWORD.test(bareWords(text))
}

const RECORDINGS = wordsOf('record records recording recordings recorded tape taping taped')
const DELETES = wordsOf('delete erase remove destroy wipe')

/**
 * Whether a text ends the recording of calls, and nothing else: "stop recording me", "no recordings please", "delete my
 * recordings". `deletes`: what there is as well.
 */
export function recordingRefusalIn(text: string): { deletes: boolean } | null {
  const words = bareWords(text)
    .replace(/\b(?:do not|not to)\b/g, 'dont')
    .split(' ')
  if (!words.some((word) => RECORDINGS.has(word))) return null
  const isKnown = (word: string) => isUsual(word) || RECORDINGS.has(word) || DELETES.has(word) || word === 'my'
  if (!words.every(isKnown)) return null
  const not = words.findIndex((word) => NOTS.has(word))
  const verb = words.findIndex((word) => STOPS.has(word) || DELETES.has(word))
  // "Don't stop recording" wants the opposite.
  if (not >= 0 && verb > not) return null
  const deletes = words.some((word) => DELETES.has(word))
  return not >= 0 || verb >= 0 ? { deletes } : null
}

const isObject = (word: string): boolean => CALLS.has(word) || TEXTS.has(word) || CONTACT.has(word)
const isUsual = (word: string): boolean => isObject(word) || FILLING.has(word) || STOPS.has(word) || NOTS.has(word)

/** "No more calls" and its like. */
function isNo(said: string): boolean {
  const words = said.split(' ').slice(1)
  return words.every((word) => FILLING.has(word) || AFTER_NO.has(word)) && words.some((word) => AFTER_NO.has(word))
}

/** Both where they are joined; of "don't call, text me" the first alone. */
function objectOf(words: readonly string[]): Refused | null {
  const first = words.findIndex(isObject)
  if (first < 0) return null
  const kinds = words.slice(first).filter(isObject)
  const isJoined = words.slice(first).some((word) => word === 'and' || word === 'or')
  const named = isJoined ? kinds : kinds.slice(0, 1)
  if (named.some((word) => CONTACT.has(word))) return 'all'
  const hasCalls = named.some((word) => CALLS.has(word))
  return hasCalls && named.some((word) => TEXTS.has(word)) ? 'all' : hasCalls ? 'calls' : 'texts'
}
