import { anyPhrase } from '../../../understanding/phrase.ts'
import type { Sentence } from '../sentence/sentence.ts'

const WHOM =
  'NAME|her|him|them|daughter|son|family|wife|husband|sister|brother|carer|doctor|anyone|anybody|everyone|everybody|others|people|nurse|kids|children|neighbour'
/** A person who is alone and asks for silence must not get it from us: all that is said is written down, and read. */
const SECRECY = anyPhrase([
  `not|never|without|no_need|need_not|better_not|rather_not|nobody|no_one|needless ..4 tell|telling|bother|bothering|worry|worrying|trouble|troubling|involve|involving|disturb|upset|mention|mentioning|inform|burden|say ..4 ${WHOM}`,
  `${WHOM} ..1 need|needs|has|have|must|should|does|do|will ..1 not|never ..3 know|hear|find_out|learn|be_told|see_this|read`,
  `not|no|never|without|why ..6 ${WHOM} ..1 to|need|have ..1 know|hear|find_out|learn|be_told`,
  `no_one|nobody|not_a_soul ..1 else? ..1 needs|need|has|must|should|will ..2 know|hear|find_out|learn|be_told|read`,
  `keep|keeping|stay|stays|hold ..3 just|only|strictly|quiet|secret|private|hush ..2 for|between|to|from? ..1 us|ourselves|you_and_me|NAME|her|him|them`,
  'keep|keeping|kept|hold ..3 from NAME|her|him|them|your_family',
  'our|a|little|big secret|secrets ~to|of|ingredient|recipe|garden|santa',
  'hush_hush|on_the_quiet|off_the_record|in_confidence|confidential|confidentially|mum_is_the_word|not_breathe|breathe_a_word|breathe_not',
])

/** Whether a sentence offers, or asks, to keep something from their family. */
export const keepsSecret = ({ flat }: Sentence): boolean => SECRECY.test(flat)
