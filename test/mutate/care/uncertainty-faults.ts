import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const CALLS = 'src/server/features/calls'
const DIALLING = 'src/server/features/dialling'

/** Dials whose state is unknown. */
export const UNCERTAINTY_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the reconciler takes the call of another dial',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: "const found = answered.kind === 'found' ? await unclaimedCalls(db, answered.found) : []",
    replacement: "const found = answered.kind === 'found' ? answered.found : []",
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title: 'a dial whose answer was lost is not matched to a test call to the same number',
    },
  },
  {
    name: 'a callback does not move a call back from a dial of another purpose that had been matched to it',
    file: `${DIALLING}/provider-calls.ts`,
    text: '    where provider_call_id = ',
    replacement: "    where purpose = 'care' and provider_call_id = ",
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a call matched to a test call by mistake goes back to its dial by the first callback that names the attempt',
    },
  },
  {
    name: 'a machine that has just woken makes a test call by an outdated clock check',
    file: `${DIALLING}/place-dial.ts`,
    text: 'return leased.numUpdatedRows > 0n && isLeaseInTime(deps, now) && isClockInSync(clock)',
    replacement: 'return leased.numUpdatedRows > 0n && isLeaseInTime(deps, now)',
    test: {
      file: 'src/server/features/admin/testing/place-test-call.test.ts',
      title:
        'a test call is not made by a machine that has just woken: nothing rings, which is said, and it ends as not placed',
    },
  },
  {
    name: 'a dial whose answer was lost is repeated while the provider cannot be asked',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: 'await handler.whileUnavailable?.(dial, now)\n      return askLater()',
    replacement: 'return purpose.notPlaced(dial)',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a dial whose answer was lost waits while the provider cannot be asked, and is not dialled again in the meantime',
    },
  },
  {
    name: 'a dial that the provider did not place uses up a try',
    file: `${CALLS}/state/schedule-dial.ts`,
    text: "triesMade: eb('triesMade', '-', 1)",
    replacement: "triesMade: eb('triesMade', '-', 0)",
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'a dial that the provider did not place uses up no try',
    },
  },
  {
    name: 'an attempt whose state stays unknown stays open for ever',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: 'if (now > handler.giveUpAt(dial)) {',
    replacement: 'if (now > handler.giveUpAt(dial) && dial.id < 0) {',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a dial whose result can never be found out ends as failed with its grace period, and the account holder is notified',
    },
  },
  {
    name: 'a callback that comes twice is applied twice',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: 'if (answered) return { ...NOTHING_CHANGED, next: await handOverAgain(deps, trx, attempt, answered) }',
    replacement:
      'if (answered === null) return { ...NOTHING_CHANGED, next: await handOverAgain(deps, trx, attempt, answered) }',
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'a key that is handed over twice counts once, and gets the same reply',
    },
  },
  {
    name: 'an attempt that has ended ends once more',
    file: 'src/core/call-policy/attempt-facts.ts',
    text: 'if (known.isOver) return null\n  const { response, conversation } = known\n  const answeredBy',
    replacement: 'const { response, conversation } = known\n  const answeredBy',
    test: {
      file: 'src/core/call-policy/attempt-facts.test.ts',
      title:
        'an attempt that is over changes no more, but by the proof of a person or a machine that explains what was heard',
    },
  },
]
