import { sentNameOr } from '../names/sent-words.ts'

/** "Margaret" for "Margaret Hartley": once it is clear who is meant, a text message has no room for more. */
export function shortName(name: string): string {
  const sent = sentNameOr(name)
  return sent.split(' ')[0] ?? sent
}
