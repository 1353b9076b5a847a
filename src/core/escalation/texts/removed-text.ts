import { shortName } from './parts/short-name.ts'

/** The text to a person who was alerted when the loved one is removed from Cooee during the incident. */
export function removedText({ name, askedBy }: { name: string; askedBy: string | null }): string {
  const from = askedBy ? `Cooee, for ${askedBy}` : 'Cooee'
  return `${from}: ${name} has been removed from Cooee, so we've stopped asking about ${shortName(name)}. You don't need to answer. In danger? Call 000.`
}

/** As `removedText`, to a person who answers afterwards: nothing is kept by which the person could be named. */
export const REMOVED_SINCE =
  "The person we asked you to check on has been removed from Cooee. You don't need to do anything."

/** Beside an answer about others, to a text that may be about the removed person. */
export const REMOVED_OTHER_TEXT =
  "If you mean someone else we asked you about: they've been removed from Cooee, and you don't need to do anything."

/** By text message. */
export const REMOVED_SINCE_TEXT = `${REMOVED_SINCE} In danger? Call 000.`
