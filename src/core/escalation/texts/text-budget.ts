import { timesInWords } from '../../format/times-in-words.ts'
import { optionalPart, type TextPart } from './parts/two-segments.ts'

/** The kinds of texts about an incident. */
export type TextPurpose =
  | 'alert'
  | 'further'
  | 'owned'
  | 'given_back'
  | 'nobody_reached'
  | 'unresolved'
  | 'all_clear'
  | 'withdrawn'
  | 'rang'

/**
 * At most six texts an hour to one person about one incident, whatever is answered on its page. How many of them may be gone
 * before one of each kind: news of who has it leave room for asking, asking again leaves room for what is new, and the last
 * one is kept for the end.
 */
const ROOM = { news: 3, again: 4, new: 5, end: 6 } as const

/** Whether somebody who was sent `sent` texts within the hour may be sent this one. `isNew`: they have not read of it yet. */
export function mayText(purpose: TextPurpose, { sent, isNew }: { sent: number; isNew: boolean }): boolean {
  return sent < ROOM[kindOf(purpose, isNew)]
}

function kindOf(purpose: TextPurpose, isNew: boolean): keyof typeof ROOM {
  switch (purpose) {
    case 'owned':
    case 'given_back':
    case 'rang':
      return 'news'
    case 'alert':
      return isNew ? 'new' : 'again'
    case 'nobody_reached':
    case 'unresolved':
      return 'again'
    case 'further':
      return 'new'
    case 'all_clear':
    case 'withdrawn':
      return 'end'
  }
}

/** How the next text mentions one that was suppressed. */
const LEFT_OUT: Record<TextPurpose, string> = {
  alert: 'we asked again',
  nobody_reached: "we couldn't reach anyone",
  unresolved: "nobody said they'd check",
  owned: "someone said they'd check",
  given_back: "they couldn't after all",
  rang: 'their phone rang us',
  further: 'something else happened',
  all_clear: 'it ended well',
  withdrawn: 'our alert was a mistake',
}

/** What the suppressed texts would have said; null without any. */
export function suppressedPart(purposes: readonly TextPurpose[]): TextPart | null {
  if (purposes.length === 0) return null
  const counted = [...Map.groupBy(purposes, (purpose) => LEFT_OUT[purpose])].map(([words, { length }]) =>
    length === 1 ? words : `${words} (${timesInWords(length)})`,
  )
  return optionalPart(`Since our last text: ${counted.join(', ')}.`, 'suppressed')
}
