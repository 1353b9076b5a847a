import { shortName } from './short-name.ts'

/** What somebody who was alerted is told when the loved one is removed from Cooee while it goes on. */
export function removedText({ name, askedBy }: { name: string; askedBy: string | null }): string {
  const from = askedBy ? `Cooee, for ${askedBy}` : 'Cooee'
  return `${from}: ${name} has been removed from Cooee, so we ask nobody about ${shortName(name)} any more. You need not answer. In danger? Call 000.`
}

/** The same to whoever answers afterwards: nothing is kept by which the person could be named. */
export const REMOVED_SINCE =
  'It is over: the person you were asked to look after has been removed from Cooee. You need not do anything.'

/** Beside an answer about others, to a text that may be about the removed person. */
export const REMOVED_OTHER_TEXT =
  'If you mean somebody else we asked you about: they have been removed from Cooee, and you need not do anything for us.'

/** By text message. */
export const REMOVED_SINCE_TEXT = `${REMOVED_SINCE} In danger? Call 000.`
