import { isRequestBesideMachine } from './help/certainty-of-help.ts'
import { isDistress } from './help/distress-in.ts'
import { partsOf } from './parts-of.ts'
import { utteranceOf } from './utterance.ts'
import { isNobody, speakerOf } from './what-speaks.ts'
import type { Sense } from './wordings/answers.ts'

/**
 * What somebody means by their words, spoken or written. `yes` and `no` are bare; `greeting` holds "hello" and "how are you"
 * alone; `who_is_it` and `pardon` ask something back; `taken` and `not_yet` are about medicine.
 */
export type Meaning = 'fine' | 'help' | 'taken' | 'not_yet' | 'yes' | 'no' | 'who_is_it' | 'pardon' | 'greeting'

const CRIES = /🆘|🚑|🚨/u
const GOOD_SIGNS = /[👍👌✅☑✔🆗🙂😊😀😃😄❤]/u
const SIGNS_WITHOUT_MEANING =
  /[👍👌✅☑✔🆗🙂😊😀😃😄❤💕💖🥰😘🤗🙏😁😉🌞☀🌸🌹🌷🎉]|[\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3\u200d]/gu
/** More is to come: "I'm fine but", and the line is silent for a moment. */
const UNFINISHED = /(?<![^ ])(?:but|and|because|except|only|although|though|cos|if|apart|until|unless|or) $/

/** "Good at knitting" is a skill. "Good at home" and "good at the moment" say how somebody is. */
const SKILL =
  /(?<![^ ])(?:good|great|fine|brilliant|excellent|wonderful) at (?!home|the|this|my|present|all|last|least)[a-z]/u

/**
 * What words mean, or null: not understood. Distress beats every reassurance beside it. Everything else counts only when
 * the whole of it is understood: "OK, but there is somebody in the garden" is asked about. Words of a machine are nobody's
 * answer; only a request for help beside them counts. `names` say nothing: of the people at that number and of who asked
 * for the call.
 */
export function meaningOf(text: string, names: readonly string[] = []): Meaning | null {
  if (CRIES.test(text)) return 'help'
  const utterance = utteranceOf(text, names)
  const speaker = speakerOf(utterance)
  if (isNobody(speaker)) return isRequestBesideMachine(utterance) ? 'help' : null
  if (isDistress(utterance)) return 'help'
  if (speaker === 'hold' || UNFINISHED.test(utterance.flat) || SKILL.test(utterance.flat)) return null
  if (/\p{Extended_Pictographic}/u.test(text.replace(SIGNS_WITHOUT_MEANING, ''))) return null
  const isSmiling = GOOD_SIGNS.test(text)
  if (utterance.words.length === 0) return isSmiling ? 'fine' : null
  const parts = partsOf(utterance.words)
  return parts && meaningOfParts(new Set<Sense>(isSmiling ? [...parts, 'well'] : parts), parts)
}

function meaningOfParts(senses: ReadonlySet<Sense>, parts: readonly Sense[]): Meaning | null {
  const has = (...wanted: Sense[]) => wanted.some((sense) => senses.has(sense))
  // Who is asked back has not taken the question in, whatever they say beside it.
  if (has('who')) return 'who_is_it'
  if (has('pardon')) return 'pardon'
  // "Yes please" and "yes I would" may be to either half of what was asked.
  if (has('please', 'would')) return null
  if (has('not_yet')) return has('taken') ? null : 'not_yet'
  if (has('taken')) return has('denied') ? null : 'taken'
  if (has('well')) return has('introduces', 'denied') ? null : 'fine'
  if (has('greeting', 'introduces', 'you')) return has('no', 'denied') ? null : 'greeting'
  if (has('yes', 'agreed')) return meaningOfYes(has, parts)
  if (has('no', 'denied', 'no_help')) return 'no'
  return parts.every((sense) => sense === 'sorry') ? 'pardon' : null
}

function meaningOfYes(has: (...senses: Sense[]) => boolean, parts: readonly Sense[]): Meaning | null {
  if (has('no', 'denied', 'no_help', 'chat')) return null
  // "All right, thank you" answers "how are you"; "all right" may be said to anything.
  return parts[0] === 'agreed' && parts[1] === 'thanks' ? 'fine' : 'yes'
}
