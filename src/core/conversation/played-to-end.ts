import type { ScriptPart } from '../call-script/script.ts'

/**
 * The earliest moment, in milliseconds after a script was handed over, at which the last question in it can have been
 * played to its end. The provider does not report whether words cut a prompt short, so time has to tell: `wordMs` is how
 * long a spoken word takes at least. Too short an estimate would take "yes" in the middle of a question for its answer.
 */
export function earliestEndOf(script: readonly ScriptPart[], wordMs: number): number {
  return script.reduce((sum, part) => {
    if (part.kind === 'say') return sum + words(part.text) * wordMs
    return part.kind === 'ask' ? sum + words(part.prompt) * wordMs : sum
  }, 0)
}

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
