import { bareWords } from '../plain-words.ts'

/** How a reassuring answer begins that is not the end of a longer one: "so good" may have been "not so good". */
const BEGINS_WITH =
  /^(?:oh |ah |um |well |hello )*(?:yes|yeah|yep|yup|ye|aye|im|i am|ive|i have|i took|i did|weve|we are|one|number one|press one|1)\b/

/** Whether the beginning of a reassuring answer was heard: without it, what is left of the words can mean the opposite. */
export function isWholeAnswer(text: string): boolean {
  return BEGINS_WITH.test(bareWords(text))
}
