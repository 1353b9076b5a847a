import { bareWords } from '../plain-words.ts'

/** Said while somebody searches for words, in the order in which it can stand: a beginning, sounds, and what is left hanging. */
const BEGINNING = '(?:(?:oh|ooh|ah|well|look|listen|now|so|actually|you know|let me see|let me think) )*'
const SOUNDS = '(?:(?:u+m+|u+h+|er+|erm|a+h+|h+m+|m+) )*'
const HANGING = '(?:(?:and |but )?(?:i|the|its|its just|i think|i mean|im just|and|but) )?'
const HESITATION = new RegExp(`^${BEGINNING}${SOUNDS}${BEGINNING}${HANGING}$`)
/** "So so" is an answer. */
const ANSWERS = /^so so $/

/** Whether somebody has only begun to speak: "Well …". The recogniser hands over what was said at the first pause. */
export function isHesitation(text: string): boolean {
  const words = `${bareWords(text)} `
  return words !== ' ' && HESITATION.test(words) && !ANSWERS.test(words)
}
