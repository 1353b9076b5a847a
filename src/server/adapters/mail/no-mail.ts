import type { Mail } from './mail.ts'

/**
 * Real phones and no mail server: nobody ever sees a mail that is written. It is refused, so that what follows from a
 * mail that cannot arrive (a text message in its place, a notice that does not count as given) follows here, too.
 */
export function noMail(): Mail {
  return { send: async () => ({ kind: 'refused', reason: 'No mail server is connected' }), close: () => {} }
}
