import type { SendOutcome } from '#server/adapters/webhook-sender/webhook-sender.ts'

/** The result of a try that did not succeed, as a sentence for admins. */
export function outcomeInWords(outcome: Exclude<SendOutcome, { kind: 'delivered' | 'called_off' }>): string {
  switch (outcome.kind) {
    case 'turned_down':
      return outcome.status >= 300 && outcome.status < 400
        ? `The receiver answered with a redirect (${outcome.status}), which is not followed.`
        : `The receiver answered with status ${outcome.status}.`
    case 'refused':
      return outcome.reason
    case 'failed':
      return FAILURES[outcome.reason]
  }
}

const FAILURES: Record<Extract<SendOutcome, { kind: 'failed' }>['reason'], string> = {
  timeout: 'The receiver did not answer within 15 seconds.',
  no_such_host: "The receiver's name cannot be found.",
  connection: 'The receiver cannot be connected to, or hung up without an answer.',
  certificate: "The receiver's certificate is not valid.",
}
