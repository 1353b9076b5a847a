import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const CALLS = 'src/server/features/calls'

/** What counts as an answer. */
export const ANSWER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a key before the question is an all-clear',
    file: 'src/core/conversation/replies/before-question.ts',
    text: 'if (key !== null) return introduce(state, step, at)',
    replacement: "if (key !== null) return { ...introduce(state, step, at), response: 'acknowledged' }",
    test: {
      file: 'src/core/conversation/respond.test.ts',
      title: 'the call ends, and nobody is well who did not say so after a question was asked',
    },
  },
  {
    name: 'the verdict of a machine hangs up',
    file: `${CARE}/provider-events/care-provider-events.ts`,
    text: "if (by === 'fax') return { attemptId, script: HANG_UP, message: null }",
    replacement: "if (by === 'fax' || by === 'machine') return { attemptId, script: HANG_UP, message: null }",
    test: {
      file: `${CARE}/answers-in-a-call.test.ts`,
      title: 'a verdict of machine detection never hangs up on a person: her key leads to the question, on every try',
    },
  },
  {
    name: 'the verdict of a machine undoes a key',
    file: 'src/core/call-policy/attempt-facts.ts',
    text: 'if (isProvenByKey(known)) return null',
    replacement: '',
    test: { file: `${CARE}/answers-in-a-call.test.ts`, title: 'a request for help by key is never withdrawn' },
  },
  {
    name: 'help does not beat an all-clear before it',
    file: 'src/core/call-policy/attempt-facts.ts',
    text: "heard.response !== null && (known.response === null || heard.response === 'help')",
    replacement: 'heard.response !== null && known.response === null',
    test: { file: `${CARE}/late-provider-events.test.ts`, title: 'a 2 during the goodbye beats the 1 before it' },
  },
  {
    name: 'a late request for help opens no incident',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: "if (response === 'help')\n    await raiseIncident(",
    replacement: "if (response === 'help' && !known.isOver)\n    await raiseIncident(",
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'a request for help after the end of a call is still reported',
    },
  },
  {
    name: 'a late key after a failure is ignored',
    file: `${CALLS}/state/call-state.ts`,
    text: "['missed', 'failed', 'voicemail', 'away'] as const",
    replacement: "['missed', 'voicemail', 'away'] as const",
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'a key after the end completes a call that had ended as %s, and everybody who was notified learns it',
    },
  },
  {
    name: 'an answer that is known late ends the incident of a call that was due after it',
    file: `${CARE}/ending/conclude-call.ts`,
    text: 'const at = ending.answeredAt ?? undefined',
    replacement: 'const at = undefined',
    test: {
      file: `${CARE}/answer-known-late.test.ts`,
      title: 'an answer that is known late says nothing about a call that was due after it: nobody gets an all-clear',
    },
  },
  {
    name: 'a late key after voicemail is ignored',
    file: `${CALLS}/state/call-state.ts`,
    text: "['missed', 'failed', 'voicemail', 'away'] as const",
    replacement: "['missed', 'failed', 'away'] as const",
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'a key after the end completes a call that had ended as %s, and everybody who was notified learns it',
    },
  },
  {
    name: 'a person whose words were not understood is called again as if they had been silent',
    file: 'src/core/call-policy/after-attempt.ts',
    text: "if (outcome === 'not_understood') return { kind: 'done', ...lastOutcome(outcome, call) }",
    replacement: '',
    test: {
      file: 'src/core/call-policy/after-attempt.test.ts',
      title: 'words that nobody understood end the call at once: ringing again would not make them clearer',
    },
  },
  {
    name: 'a call is retried for ever, and nobody is ever notified',
    file: 'src/core/call-policy/after-attempt.ts',
    text: 'if (call.countedTries - call.notYetCount < call.maxAttempts) {',
    replacement: 'if (call.countedTries - call.notYetCount < call.maxAttempts + 1_000) {',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title:
        'a call that nobody picks up rings again 10 minutes apart, up to three times in all, and then the account holder is notified',
    },
  },
  {
    name: '"not yet" may be said for ever',
    file: 'src/core/call-policy/after-attempt.ts',
    text: 'return call.notYetCount < MAX_NOT_YET',
    replacement: 'return call.notYetCount < MAX_NOT_YET * 1_000',
    test: {
      file: 'src/core/call-policy/after-attempt.test.ts',
      title: 'a person is notified when the answer stays "not yet"',
    },
  },
  {
    name: 'a call that was cancelled between two tries is retried',
    file: `${CARE}/ending/conclude-attempt.ts`,
    text: 'if (attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds, now })\n  const dialAt',
    replacement: 'const dialAt',
    test: {
      file: `${CARE}/no-further-try.test.ts`,
      title: 'cancelling a schedule cuts off nobody who talks, and does not retry when nobody answers',
    },
  },
  {
    name: 'a phone keeps ringing for a call that was cancelled',
    file: `${CALLS}/changes/cancel-under-way.ts`,
    text: '  await cancelAtProvider(trx, ringing, now)\n',
    replacement: '',
    test: {
      file: `${CARE}/cancelled-call.test.ts`,
      title:
        'a call cancelled while its phone rings stops ringing, ends as cancelled, is not retried, and alerts nobody',
    },
  },
  {
    name: 'a dial that was claimed leaves although its schedule was cancelled',
    file: `${CALLS}/changes/cancel-under-way.ts`,
    text: 'const notLeft = await endUnrequestedDials(trx, ids, now)',
    replacement: 'const notLeft = await endUnrequestedDials(trx, [-1], now)',
    test: {
      file: `${CARE}/no-further-try.test.ts`,
      title: 'a cancelled dial that was claimed and not sent when the cancellation is answered is not sent',
    },
  },
  {
    name: 'the phone of the second try keeps ringing after a late key',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: 'if (concludedCallId !== null) await stopRinging(deps, concludedCallId)',
    replacement: '',
    test: {
      file: `${CARE}/try-that-falls-due.test.ts`,
      title:
        'a late key of the first try stops the ringing second try; a person who picks up at that moment hears nothing',
    },
  },
]
