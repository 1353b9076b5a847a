import type { Mail } from './mail.ts'

/** Refuses every mail, where phones are real and no mail server is set: what follows from an undeliverable mail follows here, too. */
export function noMail(): Mail {
  return { send: async () => ({ kind: 'rejected', reason: 'No mail server is connected' }), close: () => {} }
}
