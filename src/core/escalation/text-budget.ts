/** What a text about an incident tells. */
export type TextPurpose =
  | 'alert'
  | 'further'
  | 'taken'
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
    case 'taken':
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

/** How a text that was left out is told of in the next one. */
const LEFT_OUT: Record<TextPurpose, string> = {
  alert: 'we asked again',
  nobody_reached: 'nobody could be reached',
  unresolved: 'nobody had taken it on',
  taken: 'somebody took it on',
  given_back: 'it was given back',
  rang: 'their phone rang Cooee',
  further: 'something else happened',
  all_clear: 'it ended well',
  withdrawn: 'it was a mistake of ours',
}

/** What the texts that were left out would have told, as sentences with a space before them; empty where there were none. */
export function leftOutSentence(purposes: readonly TextPurpose[]): string {
  if (purposes.length === 0) return ''
  const counted = [...Map.groupBy(purposes, (purpose) => LEFT_OUT[purpose])].map(([words, { length }]) =>
    length === 1 ? words : `${words} (${length} times)`,
  )
  return ` Since our last text, not texted: ${counted.join(', ')}.`
}
