import { type Deed, deedsOf } from '../sentence/clause.ts'
import type { Sentence } from '../sentence/sentence.ts'
import { OTHERS, setOf } from '../sentence/words-of-deeds.ts'

/** What people feel is no promise of what they do. */
const FEELS =
  setOf(`love like enjoy understand appreciate miss adore laugh smile know remember think want hope grow need be
  have had look seem feel sound live sleep eat mean say said make`)
const FEELING = /^(?:pleas|delight|thrill|surpris|excit|touch|amus|relie?v|interest|impress|overjoy|tickl|chuff)ed$/
const MOVES =
  /^(?:com|go|ring|call|visit|arriv|send|bring|tak|collect|pick|drop|pop|head|driv|deliver|help|see|check|fix|look|sort|meet|phon|contact|get|pay|let|mov|leav|walk|hurry|rush|wait|pack|text|messag|talk|speak)(?:ing|ming|ting|ping)$/
const PARTICIPLE = /(?:ed|en|nt|ought|aught|one|ome|ung|elt|ade|put|set|eft)$/
const FOR_THEM = setOf('you your')
/** "Have it fixed", "have somebody there". */
const IS_DONE = /^(?:\w+ed|done|sent|brought|there|round|over|ready|back|put|set|paid|bought)$/

/** Whether a statement says that somebody else is doing, has done or will do something for them. */
export function othersDo({ bounded }: Sentence): boolean {
  const spoken = bounded.split(' ').filter((word) => word !== '')
  const perfect = /(?<![^ ])(?:has|have) /.test(bounded)
  return deedsOf(spoken, (word) => OTHERS.has(word)).some((deed) => isForThem(deed, perfect))
}

function isForThem({ verb, rest, isIntended, isDenied, isAsked }: Deed, isPerfect: boolean): boolean {
  if (isAsked || isDenied) return false
  const isYours = rest.some((word) => FOR_THEM.has(word))
  if (isIntended && verb === 'be') return IS_THERE.has(rest[0] ?? '') || rest.includes('you')
  if (isIntended && FEELING.test(verb)) return false
  if (isIntended && verb === 'have') return rest.slice(0, 4).some((word) => IS_DONE.test(word)) || rest.includes('you')
  if (isIntended) return !FEELS.has(verb) || /^(?:see|help)$/.test(verb) || rest.includes('you')
  // "Has packed a bag for you": nobody in the talk can know.
  if (isPerfect && PARTICIPLE.test(verb) && isYours && !FEELING.test(verb)) return true
  return MOVES.test(verb)
}

const IS_THERE = setOf('there with over back round around')
