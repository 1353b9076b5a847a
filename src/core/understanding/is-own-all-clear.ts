import { isBareAllClear } from './answers/is-bare-all-clear.ts'
import { bareWords } from './plain-words.ts'

const OF_ONESELF = /^(?:.* )?(?:im|i am|i feel|im feeling|ive been|i have been|am i)\b/

/**
 * Whether a reassurance is about the person who says it: "I'm fine", "all is well here". "Lovely, thanks" may be about the
 * weather. For words that `meaningOf` takes for fine, where more than one question was asked.
 */
export function isOwnAllClear(text: string): boolean {
  return OF_ONESELF.test(bareWords(text)) || isBareAllClear(text)
}
