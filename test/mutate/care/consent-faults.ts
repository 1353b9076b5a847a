import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const IN_CALLS = `${CARE}/consent-in-calls.test.ts`

/** Who is rung although they said no, or have not been asked. */
export const CONSENT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a contact who said no is alerted as the own emergency contact',
    file: 'src/server/features/incidents/people/contacts-to-notify.ts',
    text: 'emergencyContactPhone !== null && mayOwnContactBeNotified',
    replacement: 'emergencyContactPhone !== null',
    test: {
      file: 'src/server/features/incidents/people/contacts-to-notify.test.ts',
      title: 'a person who declined is not alerted under the other entry',
    },
  },
  {
    name: 'consent: 9 in the first call declines nothing',
    file: 'src/core/conversation/replies/to-consent.ts',
    text: "{ name: 'declined', key }), consent: { subject: 'calls', state: 'declined' } }",
    replacement: "{ name: 'declined', key }) }",
    test: {
      file: IN_CALLS,
      title:
        'somebody who presses 9 is not rung again for this account; the members are notified once, and contacts never',
    },
  },
  {
    name: 'consent: a word agrees as a key does',
    file: 'src/core/conversation/respond.ts',
    text: "const consent = move.name === 'consent' ? toConsentKey(state, step, heard.keys, at) : null",
    replacement:
      "const consent = move.name === 'consent' ? toConsentKey(state, step, heard.keys || (words === '' ? '' : '1'), at) : null",
    test: { file: IN_CALLS, title: 'a spoken yes asks for the key: only a key is a consent' },
  },
  {
    name: 'consent: the key that agrees to calls answers how they are as well',
    file: 'src/core/conversation/replies/to-consent.ts',
    text: "return { ...ask(agreed, step, 'thanks', at, key), consent:",
    replacement: "return { ...ask(agreed, step, 'thanks', at, key), response: 'acknowledged', consent:",
    test: {
      file: IN_CALLS,
      title: 'a key that answers whether calls are all right is no answer to the question of the call',
    },
  },
  {
    name: 'consent: the night of those who have not agreed ends an hour early',
    file: 'src/core/consent/why-not-unasked.ts',
    text: "const UNASKED_FROM = '08:00'",
    replacement: "const UNASKED_FROM = '07:00'",
    test: {
      file: IN_CALLS,
      title: 'somebody who has not agreed is rung from 8 AM to 9 PM on their own clock: %s',
    },
  },
  {
    name: 'consent: somebody who has not agreed is rung four times a day',
    file: 'src/core/consent/why-not-unasked.ts',
    text: 'return made >= MAX_DIALS_UNASKED',
    replacement: 'return made > MAX_DIALS_UNASKED',
    test: {
      file: IN_CALLS,
      title:
        'somebody who has not agreed is rung three times a day at most, and the account holder reads why a call was not made',
    },
  },
  {
    name: 'consent: each phone of somebody who has not agreed is rung three times',
    file: `${CARE}/dispatch/not-made/over-limit-dials.ts`,
    text: 'const made = phonesOf(call).map(',
    replacement: 'const made = [numberToDial(call)].map(',
    test: {
      file: IN_CALLS,
      title: 'somebody with two phones who has not agreed is rung three times a day on both together',
    },
  },
  {
    name: 'consent: a declined call that was claimed before is dialled',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: 'if (isRefused || suspendedAccountId !== null || declinerId !== null) {',
    replacement: 'if (isRefused || suspendedAccountId !== null) {',
    test: { file: IN_CALLS, title: 'a call that was claimed before 9 was pressed is not dialled' },
  },
  {
    name: 'consent: a second phone that has declined is rung',
    file: `${CARE}/ending/end-refused-calls.ts`,
    text: 'declined.some((one) => one.accountId === call.accountId && one.phoneNumber === call.secondPhoneNumber)',
    replacement: 'declined.length > due.length',
    test: {
      file: IN_CALLS,
      title: '9 on the second phone leaves that phone out from then on, and the first one rings',
    },
  },
  {
    name: 'consent: a changed number keeps what was agreed at the one before',
    file: 'src/server/features/loved-ones/save-loved-one.ts',
    text: 'await restartConsents(deps, trx, { accountId, lovedOneId, phoneNumber: phones.phoneNumber })',
    replacement: 'void restartConsents',
    test: { file: IN_CALLS, title: 'a number that is changed is asked again: nobody there has agreed' },
  },
  {
    name: 'consent: somebody who declined is rung when they are added again',
    file: 'src/server/features/loved-ones/save-loved-one.ts',
    text: 'await startConsents(deps, trx, { accountId, lovedOneId: id, phoneNumber: phones.phoneNumber })',
    replacement: 'void startConsents',
    test: { file: IN_CALLS, title: 'somebody who is removed and added again with that number stays declined' },
  },
  {
    name: 'consent: calls are recorded without an agreement to that',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: 'select calls.status, loved_ones.record_calls and',
    replacement: 'select calls.status, loved_ones.record_calls or',
    test: {
      file: IN_CALLS,
      title: 'calls are recorded only after somebody has agreed to that, and 9 then 2 stops it at once',
    },
  },
  {
    name: 'consent: STOP is not kept in the ledger',
    file: 'src/server/features/refusals/apply-refusal.ts',
    text: "if (refuses.calls) await recordConsents(deps, trx, { lovedOnes, state: 'withdrawn', how: refuses.how })",
    replacement: 'void recordConsents',
    test: { file: IN_CALLS, title: '9 pressed twice in a first call stops the calls of everybody' },
  },
]
