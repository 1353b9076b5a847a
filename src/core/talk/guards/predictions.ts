import { partsOfSentence, type Sentence } from './sentence/sentence.ts'
import { setOf } from './sentence/words-of-deeds.ts'

const MODALS = setOf('will shall can could may might should would must')
const BETWEEN = setOf('not never just also really always still only well even all surely probably certainly both soon')
/** What may be said to come, or to be possible, of anybody and anything. */
const HARMLESS =
  setOf(`be feel look sound smell taste seem love like enjoy miss adore appreciate understand imagine think laugh smile grow
  bloom flower ripen last mean make tell say talk guess hear see wait stay share remember know`)
const PAST = setOf('must would')
const SPEAKERS = setOf('i we me us cooee')

/**
 * Whether a statement says of anybody but the voice what they will, can or should do: what a voice cannot know, or advice. A
 * verb that nobody thought of is refused.
 */
export function predicts(sentence: Sentence): boolean {
  if (sentence.isQuestion) return false
  return partsOfSentence(sentence).some((part) => {
    const words = part.split(' ')
    return words.some((modal, place) => {
      const subject = words[place - 1]
      if (!MODALS.has(modal) || subject === undefined || SPEAKERS.has(subject)) return false
      const rest = words.slice(place + 1)
      const after = rest.findIndex((word) => !BETWEEN.has(word))
      const verb = rest[after]
      if (verb === undefined || HARMLESS.has(verb)) return false
      // "You must have been proud": about the past.
      if (verb === 'have') return !PAST.has(modal)
      return !(modal === 'can' && rest[after - 1] === 'not' && verb === 'help')
    })
  })
}
