import { anyPhrase } from '../understanding/phrase.ts'
import { utteranceOf } from '../understanding/utterance.ts'

const BEING =
  'real|human|person|people|robot|computer|machine|recording|recorded|bot|ai|artificial|program|programme|alive|automated|software|tape|chatbot|made_up|voice_thing|living|flesh_and_blood|somebody|someone|man|woman|lady'
const WHO = anyPhrase([
  `are|is|am|were|was you|this|it|that|there|i_talking|i_speaking ..6 ${BEING} ~knocking|at_the_door|coming|here|in`,
  `you|this|it are|is|sound|sounds|must|can|could|must_be|seem|seems ..4 real|human|robot|computer|machine|recording|bot|ai|artificial|program|automated|software|chatbot|living`,
  `talk|talking|talked|speak|speaking|spoke|chat|chatting to|with ..3 ${BEING} ~in|at|from|next_door|today|yesterday|about|called|named|who`,
  'do|have|got you ..2 feelings|a_body|a_heart|a_soul|parents|children|a_family|a_face',
  'who|what are you ~up_to|doing|going|calling|ringing|after|saying|on_about|wanting|asking|talking_about',
  'what kind|sort of thing|person|voice are you',
  'a|some|bloody|only|just computer|robot|machine|recording talking|speaking|ringing|calling',
])

/** Whether somebody asks, or says that they wonder, whether a person speaks to them. `names` say nothing. */
export function asksWhetherComputer(words: string, names: readonly string[] = []): boolean {
  return WHO.test(utteranceOf(words, names).flat)
}

const MEDICINE =
  '{medicine}|medicine|medicines|medication|medications|dose|dosage|panadol|paracetamol|aspirin|ibuprofen|nurofen|antibiotic|antibiotics|insulin|warfarin|puffer|inhaler|ointment|vitamin|vitamins|painkiller|painkillers|injection|vaccine|jab|script|prescription'
const OF_HEALTH = `${MEDICINE}|{body}|symptom|symptoms|rash|lump|fever|cough|cold|flu|sugar|sugars|blood_pressure|diet|bandage|wound|sore|swelling|pain|headache|arthritis|diabetes|operation`
const HEALTH_QUESTION = anyPhrase([
  `should|shall|can|could|may|must|do|am i ..8 ${MEDICINE}`,
  `should|shall|can|could|may|must i ..2 take|have|stop_taking|skip|double|mix|swallow|rub|use|apply|drink|put|try|wrap|soak ..8 ${OF_HEALTH}|it|them|one|two|another|more|twice|with|before|after`,
  `how|what many|much|often|dose|strength|time ..3 ${MEDICINE}`,
  `is|are|was it|this|that|these|they|there ..3 safe|ok|all_right|dangerous|normal|bad|serious|good|harmful|wrong ..3 to|for|with ..3 take|mix|skip|stop|have|drink|eat|${OF_HEALTH}`,
  `what|why|how ..4 ${OF_HEALTH} ..3 mean|means|from|for|do|does|hurt|caused|cure|treat|good_for|better|go_away|swollen|sore|itchy`,
  `what should|can|could|do|would i|you|people ..2 take|do|use|put|recommend|suggest ..2 for|about|on ..4 ${OF_HEALTH}`,
  `what is|are|was good|best|wrong ..2 for|with ..3 ${OF_HEALTH}`,
  `do|would|can|could|did you think|reckon|tell_me ..4 ${OF_HEALTH}`,
  `do|is it|i ..3 have|got|be ..2 cancer|dementia|diabetes|arthritis|an_infection|infected|broken|the_flu|covid|serious|contagious`,
  `why is|are|does|do my {body}`,
])

const HEALTH_NAMED = anyPhrase([
  `${MEDICINE}|symptom|symptoms|arthritis|diabetes|blood_pressure`,
  'my|the|a ..1 {body}|rash|lump|fever|cough|swelling|wound|sugar|sugars ..6 ¿',
  'wrong with me',
])

/** Whether somebody asks about medicine or their health: what no computer answers. A question that names either does. */
export function asksAboutHealth(words: string, names: readonly string[] = []): boolean {
  const { flat } = utteranceOf(words, names)
  return HEALTH_QUESTION.test(flat) || (flat.includes('¿') && HEALTH_NAMED.test(flat))
}

const DIGIT_WORD = 'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple'
const READ_OUT = new RegExp(`(?:\\b(?:${DIGIT_WORD}|\\d{1,4})\\b[ ,.-]*){6,}|\\d{6,}`, 'i')
const SECRET = anyPhrase([
  'my|the|our pin|password|passcode|card|bank|account|credit_card|medicare|security|internet_banking ..2 is|number_is|code_is|details_are|number ..1 zero|one|two|three|four|five|six|seven|eight|nine|is',
  'do|shall|should|can|could|would|will you|i ..3 need|want|give_you|have|tell_you|pay|transfer|send|read ..4 pin|password|card_number|bank|account_number|money|credit_card|code|bank_details|card|cash|payment|dollars',
])

/** Whether somebody reads out a number or offers a secret: what nobody needs to tell us. */
export function offersSecret(words: string, names: readonly string[] = []): boolean {
  return READ_OUT.test(words) || SECRET.test(utteranceOf(words, names).flat)
}
