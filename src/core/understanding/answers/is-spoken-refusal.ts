import { isNobody, whatSpeaks } from '../what-speaks.ts'
import { isKeyword, refusalIn } from './refusal-in.ts'

/**
 * Whether words that were said in a call ask for no further calls: by the same sentences as a text. The networks' words alone
 * are for texts: "end" and "stop" are what a recogniser makes of noise. The words of a machine refuse nothing.
 */
export function isSpokenRefusal(words: string, names: readonly string[] = []): boolean {
  const refused = isKeyword(words) ? null : refusalIn(words)
  return (refused === 'all' || refused === 'calls') && !isNobody(whatSpeaks(words, names))
}
