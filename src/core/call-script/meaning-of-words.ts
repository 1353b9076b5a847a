import { bareWords, plain } from './plain-words.ts'

/** What somebody means by their own words, spoken or written. */
export type WordsMeaning = 'fine' | 'help' | 'taken' | 'not_yet'

/** They hold words that alarm, and reassure or say nothing. */
const HARMLESS =
  /\bno( more)? help (is )?(needed|required)|\b(don'?t|do not) (really )?(need|want)( any| your)? help\b|\b(don'?t|do not|didn'?t) need (anything|you)\b|\bno need( to worry)?\b|\bthanks? (you )?for (your|the|all your) help\b|\bfell asleep\b|\b(don'?t|do not) (you )?worry\b|\bcan'?t (talk|speak|answer|chat)( right)? now\b|\bcan'?t wait\b|\b(can'?t|cannot|couldn'?t) (hear|understand) (you|that|this|it)\b|\bneed no help\b|\b(i )?missed (your|the) (call|text|message)\b/g
const REASSURES_ALL_THE_SAME =
  /\b(no (problems?|worries|trouble|pain|dramas?)( at all)?|not (too |so |half )?bad|(never|couldn'?t) (been |be )?better|can'?t complain)\b/g
/** One of them is enough, whatever else is said. */
const HELP = new RegExp(
  `\\b(?:${[
    'he+lp|hlep|hepl|sos|000|112|911|triple zero|ambulance|ambo|paramedics?|police|emergency',
    'doctors?|dr|nurse|hospital',
    'hurts?|hurting|injur\\w+|pains?|painful|sick|unwell|poorly|dizzy|faint\\w*|collaps\\w+|numb|stroke|seizure|heart attack|chok\\w+|vomit\\w*',
    'chest|breath\\w*|blood|bleed\\w*|burn(?:t|ed|ing)|fire|smoke|gas',
    "fell|fallen|falling|(?:a|my) fall|tumbled?|floor|ground|stuck|trapped|locked (?:in|out)|(?:cannot|can not|can'?t|cannt|couldn'?t)",
    'need(?:s|ed|ing)?|emergenc\\w+|problems?|trouble|danger|scared|frightened|intruder|burglar|robbed|attacked',
    'too (?:many|much)|overdos\\w*|wrong (?:pills?|tablets?|medicine|dose)|poison\\w*|dying|die|dead|died|kill\\w*|suicid\\w*',
    "(?:i'?m|am|feel|feeling|very|quite|so|really) ill|no good|feel(?:ing)? (?:so |very |really |quite |a bit )?(?:bad|terrible|awful|crook|lousy|weak|funny|strange|worse|faint)",
    'please come|come (?:quick|quickly|please|now)|(?:call|send|tell) (?:for )?(?:my|some(?:body|one)|another)',
  ].join('|')})\\b`,
)
/** "I'm not feeling very well": a reassuring word that is taken back. */
const TAKEN_BACK =
  /\b(not|never|isn'?t|aren'?t|ain'?t|don'?t|doesn'?t|wasn'?t)\b[^.!?,;]{0,24}\b(well|good|ok|okay|fine|all ?right|alright|great)\b/

const GREETINGS = / good (?:morning|afternoon|evening|night|day)(?= )/g
const FINE =
  / (?:o+k+|o k|0k|oky|oka+y+|okey|oaky|okie|k|kk|y|ye+s+|ye+p+|yeah|yup|fine|fien|good|gud|great|lovely|wonderful|(?:im|am|all|alls|very|quite|is|feeling|doing|keeping) well|alright|allright|all ?right|awake|(?:im|i am) up|up and about|alive|safe|righto|fit as a fiddle|1)(?= )/g
const TAKEN =
  / (?:(?:i ?ve |i have |ive just |i )?(?:just )?(?:taken|took|had)(?: (?:it|them|mine|my (?:pills?|tablets?|medicine|medication|meds)))?|(?:all )?done|(?:its |it is )done|(?:ye+s+ )?i have)(?= )/g
const NOT_YET =
  / (?:not yet|notyet|later|not (?:taken|done)(?: it| them)?|(?:i )?forgot(?:ten)?(?: it| them)?|(?:i )?(?:havent|have not|didnt|did not)(?: (?:taken?|done|had|do))?(?: it| them)?(?: yet)?|(?:i ?ll |i will )?(?:take|do) (?:it|them) later)(?= )/g
/** They say nothing of how somebody is. */
const FILLERS =
  / (?:please|pls|thanks (?:so much|a lot|for (?:checking|calling|ringing|asking))|thank you (?:very much|so much|for (?:checking|calling|ringing|asking))|as gold|absolutely|perfectly|pretty|completely|home|thanks|thank you|thankyou|thx|ta|cheers|love|dear|darling|sweetheart|mate|mum|dad|im|i am|i|its|it is|all|very|really|quite|just|so|still|now|today|tonight|this morning|already|again|here|hi|hello|hey|cooee|oh|well|yes|and|sorry|feeling|doing|am|is|everything|everythings|everyone|everybody|got your (?:message|text|call)|both|we|we re|were|are|of us|she is|shes|he is|hes|bye|goodbye|x|xx|ha|haha)(?= )/g
const GOOD_SIGNS = /[👍👌✅☑✔🆗🙂😊😀😃😄❤]/u
const SIGNS_WITHOUT_MEANING =
  /[👍👌✅☑✔🆗🙂😊😀😃😄❤💕💖🥰😘🤗🙏😁😉🌞☀🌸🌹🌷🎉]|[\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3\u200d]/gu
const CRIES = /🆘|🚑|🚨/u

/**
 * What words mean that are spoken or written in answer to Cooee, or null when it cannot be told. A request for help beats
 * every reassurance beside it. Nothing else counts unless every word is known: "OK, but there is somebody in the garden" is
 * asked about. `names` are of the person, of those at the same number and of whoever asked for the call; they say nothing.
 * A question ("OK?") answers nothing, nor does "yes please", which may be to either half of what was asked.
 */
export function meaningOfWords(text: string, names: readonly string[] = []): WordsMeaning | null {
  const said = plain(text).replace(HARMLESS, ' sorry ').replace(REASSURES_ALL_THE_SAME, ' fine ')
  if (CRIES.test(text) || HELP.test(said) || TAKEN_BACK.test(said)) return 'help'
  if (said.includes('?') || /\p{Extended_Pictographic}/u.test(text.replace(SIGNS_WITHOUT_MEANING, ''))) return null
  const words = without(` ${bareWords(said)} `, names)
  if (/ ye+s+ please /.test(words)) return null
  // "No, I'm fine": no, no help.
  const greeted = words.replace(/^ (?:oh )?no (?=.)/, ' ').replace(GREETINGS, '')
  const isLeft = (rest: string) => rest.replace(FINE, '').replace(FILLERS, '').trim() !== ''
  const notYet = greeted.replace(NOT_YET, '')
  if (notYet !== greeted) return isLeft(notYet) ? null : 'not_yet'
  const taken = greeted.replace(TAKEN, '')
  if (taken !== greeted) return isLeft(taken) ? null : 'taken'
  const isReassuring = GOOD_SIGNS.test(text) || greeted.replace(FINE, '') !== greeted
  return isReassuring && !isLeft(greeted) ? 'fine' : null
}

/** Whether words only say yes: no answer to "If you would like help, press 2". */
export function isBareYes(text: string): boolean {
  return /^(?:ye+s+|ye+p+|yeah|yup|y|ok|okay|please| )+$/.test(bareWords(text))
}

function without(words: string, names: readonly string[]): string {
  const parts = names.flatMap((name) => bareWords(name).split(' ')).filter((part) => part !== '')
  return [...new Set(parts)].reduce(
    (rest, part) => rest.replaceAll(` ${part} `, ' ').replaceAll(` ${part}s `, ' is '),
    words,
  )
}
