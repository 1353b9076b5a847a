import { type TextPart, TRUNCATION_PRIORITY } from './two-segments.ts'

const MAX_NAMED = 3

/**
 * Follows the text about one person when so many incidents are open that one text covers several. `names` are the
 * others that this contact is asked about; null for none. It gets shorter, but how many wait is always said: they may get no text of their own.
 */
export function togetherPart(names: readonly string[]): TextPart | null {
  const [first] = names
  if (first === undefined) return null
  const named = names.slice(0, MAX_NAMED)
  const further = names.length - named.length
  const list = new Intl.ListFormat('en-AU').format([...named, ...(further > 0 ? [`${further} more`] : [])])
  const waiting = `Also waiting for someone: ${list}.`
  return {
    text: `${waiting} To answer for one, add the name, like 1 ${first}.`,
    shorter: [
      { truncationPriority: TRUNCATION_PRIORITY.together, text: waiting },
      {
        truncationPriority: TRUNCATION_PRIORITY.shorter,
        text: `Also waiting: ${names.length === 1 ? 'one more' : `${names.length} more`}.`,
      },
    ],
  }
}
