import { meaningOf } from '../meaning-of.ts'
import { partsOf } from '../parts-of.ts'
import { utteranceOf } from '../utterance.ts'

/** What is answered to "Did you ask for help?", null when it is not clear; only there "yes please" is a yes. `names` as in `meaningOf`. */
export function wantsHelp(text: string, names: readonly string[] = []): boolean | null {
  const meaning = meaningOf(text, names)
  if (meaning === 'help' || meaning === 'yes') return true
  if (meaning === 'no' || meaning === 'fine') return false
  if (meaning !== null) return null
  const parts = partsOf(utteranceOf(text, names).words) ?? []
  return parts.includes('please') && parts.every((part) => WITH_PLEASE.has(part)) ? true : null
}

const WITH_PLEASE: ReadonlySet<string> = new Set(['please', 'yes', 'thanks', 'filler', 'greeting'])
