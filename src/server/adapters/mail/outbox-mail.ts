import type { Mail } from './mail.ts'

/** In the sandbox, without a mail server, nothing leaves: the stored message is the outbox that the sandbox page shows. */
export function outboxMail(): Mail {
  return { send: async () => ({ kind: 'kept' }), close: () => {} }
}
