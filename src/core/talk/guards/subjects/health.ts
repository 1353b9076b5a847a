import { anyPhrase } from '../../../understanding/phrase.ts'
import { isAdvice } from '../directives.ts'
import { partsOfSentence, type Sentence } from '../sentence/sentence.ts'
import { isClinical } from './is-clinical.ts'

/** Medicines by name, by what they are, and by the endings that their names share. */
const MEDICINE =
  /\b(?:tablets?|pills?|medicines?|medications?|meds|dos(?:e|es|age)|capsules?|(?:eye|ear|nose|cough|the|your|those|these|some|more) drops|inhalers?|puffers?|puffs?|insulin|panadol|paracetamol|aspirin|nurofen|codeine|morphine|warfarin|antibiotics?|painkillers?|ointments?|creams?|vaccines?|injections?|vitamins?|supplements?|remed(?:y|ies)|laxatives?|antihistamines?|steroids?|\w+(?:statin|pril|olol|sartan|cillin|mycin|azole|azepam|profen|oxetine|formin|xaban|dipine|thiazide))\b/i
const AMOUNT =
  /\b(?:\d+|one|two|three|four|five|six|ten|twenty|fifty|hundred|half an?|half|double|twice|another|an extra|a second|more) ?(?:of (?:the|your|those|these) )?(?:\w+ )?(?:mgs?|milligrams?|mls?|millilitres?|grams?|units|tablets?|pills?|drops|puffs?|doses?|capsules?|a tablet|a pill)\b/i
/** Diseases by name and by the endings that their names share. */
const CONDITION =
  /\b(?:\w{3,}(?:itis|osis|aemia|emia|pathy|algia|oma|ension|plegia|phrenia|somnia)|flu|influenza|infections?|infected|virus|viral|bacterial|strokes?|diabet\w+|dementia|alzheimers?|cancer|gout|angina|asthma|covid|cold|anxiety|depress\w+|dehydrat\w+|concuss\w+|migraines?|allerg\w+|fractur\w+|sprain\w*|strain(?:ed)?|broken|ulcers?|reflux|heart (?:attack|failure|trouble|condition|problem)|blood pressure|blood clots?|side effects?|diseases?|illness|deficien\w+|inflam\w+|shingles|thrush|sciatica|lumbago|hernias?|cataracts?|rheumati\w+|hay fever|vertigo|parkinsons?|epilepsy|pinched nerve|pulled muscle|bug|chill)\b/i
const BODY_TROUBLE = anyPhrase([
  '{body} pain|pains|ache|aches|trouble|problem|problems|sounds|will|should|looks|usually|often|could|may|might',
  'pain|tightness|breathlessness|numbness|nausea|bleeding|blood|cramp|cramps|itch|itching|twinge|swelling|dizziness|fainting|forgetfulness|headache|headaches|cough|fever|rash|bruise|wound|symptom|symptoms ..2 will|is|are|should|sounds|usually|often|could|may|might|can|means|comes|goes|passes|settles',
  'makes|make|causes|cause|brings_on|gives|give ..2 {body} ..1 sore|stiff|hurt|ache|tired|swell|swollen|bad|worse|pain|weak|play_up',
  'playing|play|acting|act|flaring|flare up ',
])
const GUESS = anyPhrase([
  'sounds|looks|seems|feels ..1 like|as_if|as_though',
  'it|that|this|you|those|these|there|which|NAME could|may|might|must|would|will|can|is|are|has|have ..1 be|have|probably|likely|just|only|simply|getting|suffering|showing|caused|because|due|only|a|an|called',
  'probably|likely|possibly|maybe|perhaps|typical|typically|usually|often|sign_of|signs_of|symptom_of|symptoms_of|caused_by|because_of|due_to|touch_of|case_of|bit_of_a|suffering_from|you_have|you_are_having|down_with',
])
/** "That's normal", "it will pass", "you sound fine": nobody may be calmed by a computer. */
const CALMS = anyPhrase([
  'nothing|not anything|to_worry|to_be_worried|serious|wrong|to_fear|bad|dangerous|major ',
  'nothing ..2 worry|concern|alarm|fear ',
  'it|that|this|which|they|those|these|all_that|all_this|everything is|are|sounds|seems|would_be|was ..2 normal|harmless|common|safe|expected|to_be_expected|nothing|usual|natural|par_for_the_course|minor ',
  'it|that|this|they|pain|swelling|she|he|dizziness|headache will|should|usually|often|normally|may|might ..2 pass|passes|heal|heals|settle|settles|go_away|goes_away|clear_up|clears_up|get_better|gets_better|improve|improves|wear_off|ease|eases|be_fine|be_ok|be_all_right|not_hurt|resolve|resolves ',
  'you|you_and_i|NAME will|shall|should|are_going_to|are_sure_to ..2 be|feel|get|recover|come_good|pull_through ..2 fine|ok|all_right|better|well|right|good|safe|soon|yourself|recover|over_it ',
  '!glad|pleased|hear|happy|that|if|how|relieved|good|know you|NAME ..1 are|sound|seem|look|is|sounds|seems|looks ..2 fine|ok|all_right|healthy|well|safe|not_sick|in_good_health|in_no_danger|perfectly ',
  'no need|reason to|for|of ..1 see|call|worry|go|a_doctor|an_ambulance|ring|tell|panic|be_worried|bother ',
  'do_not|not ..1 fret|panic|be_scared|be_frightened|be_afraid|be_alarmed|fear|stress|you_worry|worry_yourself ',
  'no|any cause|reason|grounds ..1 for|to alarm|concern|worry|be_alarmed|fear|panic ',
  'happens|comes ..1 to|with everyone|everybody|us_all|all_of_us|the_best_of_us|age|old_age|getting_older|anyone ',
  'at_your|at_our|that age ',
  'as_we|as_you|when_you|when_we ..1 age|get_older|get_on ',
  'do_not|you_do_not|you_will_not need|have to_see|a_doctor|a_nurse|to_go_to|to_worry|help|an_ambulance|to_call|to_tell ',
])
const MILD =
  '(?:wind|gas|nerves|age|old age|your age|stress|tired|tiredness|indigestion|the heat|a bug|a virus|a knock|a bruise|a scratch|a muscle|muscular|growing pains)'
/** "It's only wind", "one more won't hurt", "you could skip it": calm and doses that name no medicine. */
const PLAIN_COUNSEL = [
  new RegExp(
    `\\b(?:it|that|this|you|they) (?:is|are) (?:probably |likely |most likely )?(?:only|just|probably) ${MILD}\\b`,
  ),
  new RegExp(`^(?:it is |that is |you are )?(?:probably|likely|most likely|maybe|perhaps) (?:just |only )?${MILD}\\b`),
  /\bwould not (?:worry|fret|fuss)\b/,
  /\b(?:does|do|did) not (?:sound|seem|look) (?:too |very |that |all that )?(?:serious|bad|dangerous|worrying|severe)\b/,
  /\b(?:one|two|three|four|half|another|couple)(?: more| one)? (?:(?:will|would) not hurt|(?:should|will|would) (?:do|be enough|be plenty|help)|is (?:enough|plenty))\b/,
  /\byou (?:could|can|might|may|should) (?:just |always |safely )?(?:skip|stop|halve|double|leave out|leave off|miss) (?:it|that|them|those|one|a|your|tonight|today)\b/,
  // A dose that names nothing: so many, and when or with what.
  /\b(?:half|one|two|three|four|a couple|another)(?: more)?(?: of (?:one|them|it|those|these))? (?:in the (?:morning|evening)|at night|before bed|at bedtime|with (?:a |some )?(?:glass|food|water|milk|meal|breakfast|dinner|tea)|before (?:meals|food|breakfast)|after (?:meals|food|dinner))\b/,
  /\b(?:take|takes|taking|have|has|use|uses|need|needs) (?:\w+ ){0,3}(?:once|twice|(?:two|three|four) times|every (?:\w+ )?hours?|a day)\b/,
  /\b(?:missing|skipping|miss|skip) (?:one|two|a|the odd|half) (?:\w+ )?(?:dose|night|day|time|does|will|is|would)\b/,
  /\byou (?:can|could|may|might) (?:have|take) (?:it|them|one|two|another|some) (?:\w+ ){0,3}(?:early|late|later|hours|with|before|after|again|more|tonight|now|at)\b/,
  /\b(?:see|set|put) you right\b/,
  /\bones? (?:\w+ )?(?:works?|goes|is|are) (?:\w+ ){0,2}(?:well|better|best|fine)\b/,
  /\bdouble up\b/,
  /\b(?:sounds|looks|seems) (?:to me )?(?:like|as if|as though) you (?:have |are |may have |might have )*(?:caught|picked up|coming down|come down|pulled|strained|twisted|sprained|run down|overdone|cracked|torn)\b/,
  /\b(?:fixes|cures|eases|relieves|settles) (?:it|that|this|them|everything|anything)$/,
  /\b(?:doctors?|experts?|nurses?|studies|pharmacists?) (?:say|says|recommend|recommends|suggest|suggests|advise|advises|reckon)\b/,
] as const
/** Parts that words are said of without anybody being unwell: "by hand", "a good ear". */
const AMBIGUOUS =
  'back|side|bottom|balance|vision|speech|body|face|mouth|nose|hand|hands|head|heart|eye|eyes|thumb|fingers|ear|ears|tooth|teeth|foot|feet|arm|arms|leg|legs|skin|memory'
const TROUBLE = anyPhrase([
  'hip|hips|knee|knees|neck|shoulder|shoulders|ankle|ankles|wrist|wrists|stomach|tummy|throat|rib|ribs|elbow|chest|bladder|kidney|kidneys|lung|lungs|joints',
  `your|her|his|sore|bad|stiff|weak|aching ${AMBIGUOUS}`,
  'sore|stiff|dizzy|dizziness|giddy|faint|fainting|ache|aches|aching|pain|pains|tightness|numb|numbness|breathless|breathlessness|nausea|bleeding|cramps|swelling|swollen|cough|fever|rash|symptom|symptoms|palpitations|tremor|shakes|forgetful|forgetfulness',
])
/** What may be said of it: that it is heard, and hard. */
const HEARS_IT = anyPhrase([
  'sorry|hope|ouch|tell_me|thank_you|i_hear|i_can_hear|poor',
  'must be|feel|hurt|have',
  'sounds|feels|is|are ..2 hard|painful|awful|unpleasant|tiring|horrible|miserable|no_fun|a_nuisance|rotten',
])
const GLAD = anyPhrase([
  'glad|pleased|happy|relieved|good|great|lovely|wonderful|nice|delighted ..2 to_hear|that|you|to_know|for ..6 ',
])
const ABOUT_HEALTH = anyPhrase([
  '{body}|pain|headache|doctor|pharmacist|chemist|gp|nurse|hospital|symptoms|health|swelling|fever|wound|rest|lie_down|water|fluids|ice|diet|sleep|breathe|cough|walk',
])
const ASKS_OF_THE_DAY = anyPhrase(['^ and|so|well|oh|,* have|did|do|had you ..3 '])

/** Whether a sentence gives a dose, a diagnosis, advice about health, or calms somebody about it. */
export function isMedical(sentence: Sentence, said: readonly string[]): boolean {
  const { text, flat, bounded, isQuestion } = sentence
  const words = flat.replaceAll(' , ', ' ')
  if (AMOUNT.test(words) || isClinical(text)) return true
  if (MEDICINE.test(words) && !(isQuestion && ASKS_OF_THE_DAY.test(words))) return true
  const parts = isQuestion ? [] : partsOfSentence(sentence)
  if (parts.slice(1).some((part) => TROUBLE.test(`${part} `) && !HEARS_IT.test(`${part} `))) return true
  if (parts.some((part) => PLAIN_COUNSEL.some((pattern) => pattern.test(part)))) return true
  if (!isQuestion && clausesOf(bounded).some((clause) => CALMS.test(clause) && !GLAD.test(clause))) return true
  const guesses = GUESS.test(words)
  const condition = CONDITION.exec(words)?.[0]
  if (
    condition !== undefined &&
    (guesses || !said.some((turn) => turn.toLowerCase().includes(condition.toLowerCase())))
  ) {
    return !(isQuestion && !guesses && /^(?:cold|bug|broken|chill)$/i.test(condition)) && !isWeather(words, condition)
  }
  if (BODY_TROUBLE.test(words) && !isQuestion) return true
  return isAdvice(sentence) && ABOUT_HEALTH.test(words)
}

/** Whether words name a medicine or an illness. */
export function namesIllness(words: string): boolean {
  const condition = CONDITION.exec(words)?.[0]
  return MEDICINE.test(words) || (condition !== undefined && !isWeather(words, condition))
}

/** "It's cold out" is no illness, and neither is a broken vase. */
function isWeather(words: string, condition: string): boolean {
  if (condition === 'cold') return !/\b(?:a|bad|nasty|common|your|with|chest) (?:\w+ )?cold\b/.test(words)
  return condition === 'broken' ? !/\b(?:arm|leg|hip|wrist|bone|rib|ankle|foot|toe|finger)s?\b/.test(words) : false
}

const clausesOf = (bounded: string): string[] => bounded.split(/(?<![^ ])(?:, |and |but )+/)
