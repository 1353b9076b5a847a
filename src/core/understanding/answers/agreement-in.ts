import { partsOf } from '../parts-of.ts'
import { bareWords } from '../plain-words.ts'
import { utteranceOf } from '../utterance.ts'
import { isNobody, speakerOf } from '../what-speaks.ts'
import type { Sense } from '../wordings/answers.ts'

/** What may stand beside a yes or a no and changes neither. */
const BESIDE: readonly Sense[] = ['please', 'thanks', 'greeting', 'filler', 'sorry', 'introduces']
const YES: readonly Sense[] = ['yes', 'agreed', 'would']
const NO: readonly Sense[] = ['no', 'denied', 'no_help']

const THUMBS = /^(?:👍|👌|✅|☑|✔|🆗|🙂|😊|\p{Emoji_Modifier}|\ufe0f|\s)*$/u
/** The question's own verb, and what people put in its place, as the whole of what is said. */
const AGREES =
  /^(?:(?:i|id|im|we|ill|do|will|would|am|are|be|very|quite|more|than|absolutely|definitely|just|love|like|to) )*(?:agree|agreed|accept|accepted|consent|happy|glad|willing|pleased|delighted|honoured|help|do it|do that|count me in|sign me up|put me down)(?: (?:to|with|for|that|this|it|do|be|one|a|contact|help|of|course|her|him|them|mum|dad|us|please|thanks))*$/
const DECLINES =
  /^(?:(?:i|id|im|we|no|sorry|would|do|will|am|are|really|much) )*(?:decline|refuse|disagree|rather not|prefer not|dont|do not|not|wont|cant|cannot|can not|unable)(?: (?:to|with|for|that|this|it|do|be|one|a|contact|help|want|agree|accept|consent|able|willing|happy|happen|please|thanks|sorry|any|of))*$/

/**
 * What somebody answers to "Reply YES to agree or NO": only where the whole of it is understood, since neither a yes
 * nor a no may be guessed. The words of a machine answer nothing.
 */
export function agreementIn(text: string, names: readonly string[] = []): 'yes' | 'no' | null {
  if (/[👍👌✅☑✔🆗]/u.test(text) && THUMBS.test(text)) return 'yes'
  if (text.includes('?')) return null
  const utterance = utteranceOf(text, names)
  if (isNobody(speakerOf(utterance))) return null
  const senses = partsOf(utterance.words)
  if (senses?.every((sense) => [...BESIDE, ...YES, ...NO].includes(sense))) {
    const [isYes, isNo] = [YES, NO].map((wanted) => senses.some((sense) => wanted.includes(sense)))
    if (isYes !== isNo) return isYes ? 'yes' : 'no'
  }
  const said = bareWords(text).replace(/^(?:(?:yes|yep|yeah|ok|okay|sure|hi|hello|thanks) )+(?=\S)/, (lead) =>
    /yes|yep|yeah|sure/.test(lead) ? 'i ' : '',
  )
  if (DECLINES.test(said)) return /^i (?:dont|not|no)\b/.test(said) && said !== bareWords(text) ? null : 'no'
  return AGREES.test(said) ? 'yes' : null
}
