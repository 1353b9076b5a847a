import type { Refused } from './answers/refusal-in.ts'
import type { Meaning } from './meaning-of.ts'
import type { Speaker } from './what-speaks.ts'

/** What words mean in one language. The English functions of the same names say what each promises. */
export interface Understanding {
  meaningOf(text: string, names: readonly string[]): Meaning | null
  whatSpeaks(text: string, names: readonly string[]): Speaker | null
  isPlainRequestForHelp(text: string, names: readonly string[]): boolean
  wantsHelp(text: string, names: readonly string[]): boolean | null
  isAboutOthers(text: string, names: readonly string[]): boolean
  isOwnAllClear(text: string): boolean
  isBareAllClear(text: string): boolean
  isBareYes(text: string): boolean
  isHesitation(text: string): boolean
  isWholeAnswer(text: string): boolean
  isSpokenRefusal(text: string, names: readonly string[]): boolean
  /** In every language the networks' English words refuse as well, STOP first. */
  refusalIn(text: string): Refused | null
  recordingRefusalIn(text: string): { deletes: boolean } | null
  spokenDigit(text: string, names: readonly string[]): string | null
  /** "Okay, bye" gets rid of a caller and answers nothing. */
  takesLeave(text: string): boolean
  /** Whether a text is about everybody who shares the phone: "we're fine". */
  namesEverybody(text: string): boolean
}
