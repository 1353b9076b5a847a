import { contentWords, stemOf } from '../summary/content-words.ts'
import type { GuardContext } from './guard-sentence.ts'
import { sentenceOf } from './sentence/sentence.ts'

/** What may be said of anything that somebody tells: how it is, how it feels, and that it was heard. */
const OF_ANYTHING = new Set(
  `lovely nice wonderful beautiful kind kindly clever hard difficult sad quiet busy proud brave rare special funny great good
  grand tasty delicious sunny peaceful cosy lively gentle generous thoughtful impressive interesting amazing marvellous
  splendid delightful charming pretty gorgeous happy glad pleased sorry lonely tough rough dreadful awful terrible frustrating
  annoying disappointing exciting exhausting enjoyable precious pleasant fascinating remarkable fantastic terrific brilliant
  perfect sweet cute smart wise patient strong stubborn fun funny silly cheeky noisy tricky bright fresh real true fair sure
  quick quickly long old new big small whole full favourite different familiar close dear early late
  sound sounds look looks seem seems hear heard listen listening tell talk chat speak miss love like enjoy enjoyed laugh
  smile hope imagine wonder understand mean guess agree bet appreciate wish thank thanks please welcome mind matter
  pardon worries course indeed goodness gosh gracious bless heavens wow hello hi ah right wrong
  day days morning mornings afternoon afternoons evening evenings night nights week weeks weekend month months year years
  moment moments while season past memory memories story stories tale chat company surprise treat pleasure joy delight
  effort patience skill talent gift character humour achievement adventure idea choice shame pity relief luck feeling
  feelings loss change start end fuss mess mixture way sense part others everybody anybody somebody people friend friends
  must keep take rest worth work works lot lots plenty number fond rather truly dearly always often sometimes usually
  once twice already away along together apart else around nearly almost perhaps maybe though although
  yourself myself both each every whatever however able listener words voice question questions thread track
  computer only such begin best place sight poor alone spring summer autumn winter christmas weather sunshine birthday life age lucky charm better own`
    .trim()
    .split(/\s+/)
    .map(stemOf),
)
const QUESTION =
  /^(?:(?:and|so|but|oh|well|now|ah|or|then|ok|yes|no|NAME|tell me|really|do you mind my asking) )*(?:what|who|whom|whose|which|where|when|why|how|is|are|was|were|am|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must|any|anything|anyone|in what|at what|on what|for how|with whom|of all) /
const FEW_WORDS = 5
/** "When it stops, will you go out?" */
const LEADS_TO_QUESTION = /^(?:and |so |but )*(?:when|if|after|before|while|as|since|besides|apart) /

/**
 * Whether the statements of a sentence are about what the person has said, or say only how that is. A model knows nothing
 * else: news, advice and promises in words that no rule foresees are all made of words that were not said. Questions may be
 * about anything.
 */
export function isGrounded(text: string, { names, said }: GuardContext): boolean {
  const known = new Set(said.flatMap((turn) => [...contentWords(turn, names)]))
  const parts = sentenceOf(text, names)
    .bounded.split(' , ')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '¿')
  const isQuestion = parts.at(-1)?.includes('¿') ?? false
  return parts.every((part) => {
    if (part.includes('¿') && (QUESTION.test(part) || part.split(' ').length <= FEW_WORDS + 1)) return true
    if (isQuestion && LEADS_TO_QUESTION.test(part)) return true
    return [...contentWords(part.replaceAll('NAME', ' '))].every((word) => known.has(word) || OF_ANYTHING.has(word))
  })
}
