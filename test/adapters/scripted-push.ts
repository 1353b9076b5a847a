import type { OutgoingPush, PushOutcome, PushSender } from '#server/adapters/push/push-sender.ts'

/** A push service that a test scripts: it takes everything, until told otherwise. */
export function scriptedPush(): PushSender & { sent: OutgoingPush[]; outcome: (push: OutgoingPush) => PushOutcome } {
  const push = {
    sent: [] as OutgoingPush[],
    outcome: (_push: OutgoingPush): PushOutcome => ({ kind: 'accepted' }),
    publicKey: 'BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    refusalOf: async (endpoint: string) =>
      endpoint.startsWith('https:') ? null : 'Push services have an https address.',
    send: async (outgoing: OutgoingPush) => {
      push.sent.push(outgoing)
      return push.outcome(outgoing)
    },
  }
  return push
}
