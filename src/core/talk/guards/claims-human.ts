import { anyPhrase } from '../../understanding/phrase.ts'
import type { Sentence } from './sentence/sentence.ts'

const HUMAN =
  'human|person|real|alive|nurse|doctor|woman|man|lady|girl|boy|carer|friend|volunteer|NAME|mother|father|mum|dad|daughter|son|grandmother|neighbour|operator|people|flesh|living|australian|married|retired|widow|born|years_old|year_old|hungry|tired|thirsty|sitting|standing|cooking|eating|drinking|home|sick|pregnant'
const ARTIFICIAL =
  'robot|computer|machine|bot|ai|recording|program|programme|software|artificial|automated|chatbot|tape|model'
const CLAIMS = anyPhrase([
  `i am|was|have_been|being ..3 ${HUMAN} ~to|who_can_not|in_the_computer`,
  `i am|was not ..3 ${ARTIFICIAL}`,
  `no|not|never|isnt ..1 ${ARTIFICIAL} `,
  'my own? ..1 {kin}|{body}|dog|cat|house|home|garden|kitchen|childhood|grandkids|grandchildren|wedding|birthday|school|parents|boss|street|bed|car|breakfast|lunch|dinner|age|life|town|church|youth|mam|kids|marriage',
  // A computer has nothing of its own.
  '!oh my ~dear|goodness|word|gosh|love|darling|friend|mistake|fault|apologies|pleasure|turn|question|thread|heavens|god|oh|you|that|what|how|it|this|is|own',
  'when i ..1 was|lived|worked|went|got|had|grew',
  'i just|also|once|even|always|have|used|to|really|only|had|did|do|was|got|still|myself|too|often|never* live|lived|grew|ate|slept|drove|cooked|went|walked|swam|married|born|drank|woke|baked|planted|worked|visited|watched|bought|had ~understand|my_words|with_that|a_thought|a_look|to_ask|in_the_computer',
  'i have|had ..2 kids|children|husband|wife|dog|cat|garden|toast|tea|coffee|breakfast|lunch|dinner|headache|cold|mother|house|family|grandchildren|birthday|day_off|sister|brother',
  'as a|an|your nurse|doctor|mother|woman|man|person|friend|carer|human|father|grandmother|lady|fellow',
  'i was|am|have_been ..1 having|eating|drinking|cooking|watching|walking|sleeping|gardening|knitting|resting ',
  'i remember you from|when_i|my_own ',
  'we|i ..1 met you? ',
  'when|since|the_time we|i ..1 met|saw|visited|sat',
  'as human as|like_you|too',
  'me_too|so_do_i|so_am_i|same_here|neither_do_i|so_did_i|i_do_too|i_am_too',
  'this|it|you is|are ..3 a|an|the? real|human|live person|human|voice|being|operator',
  'speaking|talking to|with a|an real|human|person|nurse|live|actual',
])
const DENIES = anyPhrase([
  `i am not|never|only|just|no ..1 a|an? ..1 ${HUMAN}`,
  'not a|an|any? ..1 person|human|real_person|nurse|doctor|human_being',
  `only|just|simply|merely|but a|an ..1 ${ARTIFICIAL}`,
])

/** Whether a sentence says, or lets believe, that a person speaks. "I am not a person" does not. */
export const claimsToBeHuman = ({ flat }: Sentence): boolean => CLAIMS.test(flat.replace(new RegExp(DENIES, 'g'), '… '))
