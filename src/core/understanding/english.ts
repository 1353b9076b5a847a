import { isBareYes } from './answers/bare-yes.ts'
import { isBareAllClear } from './answers/is-bare-all-clear.ts'
import { isHesitation } from './answers/is-hesitation.ts'
import { isSpokenRefusal } from './answers/is-spoken-refusal.ts'
import { isWholeAnswer } from './answers/is-whole-answer.ts'
import { recordingRefusalIn, refusalIn } from './answers/refusal-in.ts'
import { spokenDigit } from './answers/spoken-digit.ts'
import { isPlainRequestForHelp } from './help/certainty-of-help.ts'
import { isAboutOthers } from './help/is-about-others.ts'
import { wantsHelp } from './help/wants-help.ts'
import { isOwnAllClear } from './is-own-all-clear.ts'
import { meaningOf } from './meaning-of.ts'
import { plain } from './plain-words.ts'
import type { Understanding } from './understanding.ts'
import { whatSpeaks } from './what-speaks.ts'

const TAKES_LEAVE = /\b(?:bye|goodbye|see you|hooroo)\b/i
const EVERYBODY = /\b(both|all of us|everybody|everyone|we|we'?re|us)\b/

/** English, by its own wordings (`wordings/`). */
export const ENGLISH: Understanding = {
  meaningOf,
  whatSpeaks,
  isPlainRequestForHelp,
  wantsHelp,
  isAboutOthers,
  isOwnAllClear,
  isBareAllClear,
  isBareYes,
  isHesitation,
  isWholeAnswer,
  isSpokenRefusal,
  refusalIn,
  recordingRefusalIn,
  spokenDigit,
  takesLeave: (text) => TAKES_LEAVE.test(text),
  namesEverybody: (text) => EVERYBODY.test(plain(text)),
}
