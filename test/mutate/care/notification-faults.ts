import type { PlantedFault } from '../planted-fault.ts'

const INCIDENTS = 'src/server/features/incidents'
const DIALLING = 'src/server/features/dialling'
const CHECK_INS = 'src/server/features/check-ins'

/** Who is notified. */
export const NOTIFICATION_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an alert arrives although somebody has acknowledged the incident',
    file: `${INCIDENTS}/alerts/alert-still-needed.ts`,
    text: "return alert.supersededAt === null && alert.status !== 'owned' && alert.status !== 'resolved'",
    replacement: "return alert.supersededAt === null && alert.status !== 'resolved'",
    test: {
      file: `${INCIDENTS}/alerts/alert-still-needed.test.ts`,
      title: 'an alert by text that could not be sent does not arrive once somebody has taken the incident on',
    },
  },
  {
    name: 'an alert arrives after the all-clear',
    file: `${INCIDENTS}/alerts/alert-still-needed.ts`,
    text: "return alert.supersededAt === null && alert.status !== 'owned' && alert.status !== 'resolved'",
    replacement: "return alert.supersededAt === null && alert.status !== 'owned'",
    test: {
      file: `${INCIDENTS}/alerts/alert-still-needed.test.ts`,
      title: 'an alert by text that could not be sent does not arrive after the all-clear',
    },
  },
  {
    name: 'a phone rings for an incident that somebody has acknowledged',
    file: `${INCIDENTS}/alert-calls/alert-state.ts`,
    text: "ESCALATING_STATUSES: readonly Selectable<IncidentsTable>['status'][] = ['running', 'unresolved']",
    replacement:
      "ESCALATING_STATUSES: readonly Selectable<IncidentsTable>['status'][] = ['running', 'unresolved', 'owned']",
    test: {
      file: `${INCIDENTS}/alert-calls/cancel-ringing-alerts.test.ts`,
      title: 'a phone that was about to ring for an incident that somebody took on does not ring',
    },
  },
  {
    name: 'an alert by phone that was delayed rings a second time',
    file: `${DIALLING}/place-dial.ts`,
    text: "    .where('reconcileCount', '=', 0)\n    .where('nextAt', '>', now)",
    replacement: "    .where('nextAt', '>', new Date(0))",
    test: {
      file: `${INCIDENTS}/alert-calls/alert-dial.test.ts`,
      title: 'a worker that is delayed right before the dial of an alert leaves it to the worker that reconciles it',
    },
  },
  {
    name: 'an owner who does not report keeps the incident for ever',
    file: `${INCIDENTS}/answers/owned-until.ts`,
    text: 'return new Date(now.getTime() + Math.max(',
    replacement: 'return new Date(now.getTime() + 1_000 * Math.max(',
    test: {
      file: `${INCIDENTS}/steps/escalation.test.ts`,
      title: 'an owner loses the incident after 30 minutes without a report, and the others are notified again',
    },
  },
  {
    name: 'a more severe event of the same call is not reported',
    file: 'src/core/escalation/incident-cause.ts',
    text: 'INCIDENT_CAUSES.indexOf(one) > INCIDENT_CAUSES.indexOf(other)',
    replacement: 'INCIDENT_CAUSES.indexOf(one) < INCIDENT_CAUSES.indexOf(other)',
    test: {
      file: `${INCIDENTS}/steps/help-ladder.test.ts`,
      title: 'more severe news of the same call begins the escalation again, lesser news does not',
    },
  },
  {
    name: 'an all-clear closes a request for help that the person was not notified of',
    file: `${INCIDENTS}/people/unknown-to.ts`,
    text: '  return asked.find((cause) => latestOf(cause).getTime() > knownAt) ?? null',
    replacement: '  return knownAt < 0 ? (asked[0] ?? null) : null',
    test: {
      file: `${INCIDENTS}/people/unknown-to.test.ts`,
      title: 'a request for help is not closed by "3" to the miss, because nobody was notified of the help yet',
    },
  },
  {
    name: 'a text that is found late overrides a later answer of the same person',
    file: `${INCIDENTS}/answers/answer-incident.ts`,
    text: '(await isOvertaken(trx, incident, person, sentAt))',
    replacement: '!(await isOvertaken(trx, incident, person, sentAt))',
    test: {
      file: `${CHECK_INS}/texts/late-answers.test.ts`,
      title: 'a "1" that is found late does not make a contact the owner who has written "2" since',
    },
  },
  {
    name: 'a contact is texted for every answer on an incident link',
    file: `${INCIDENTS}/steps/notify-person.ts`,
    text: '!(await mayTextNow(trx, incident, person, { purpose, now }))',
    replacement: '(await mayTextNow(trx, incident, person, { purpose, now })) === null',
    test: {
      file: `${INCIDENTS}/alerts/suppressed-texts.test.ts`,
      title:
        'twenty answers on an incident link are six texts at most to everybody else, and the all-clear is one of them',
    },
  },
  {
    name: 'contacts are asked in the order that the list had when the incident opened',
    file: `${INCIDENTS}/steps/advance-incidents.ts`,
    text: `listed.flatMap((person) =>
    all.filter(({ role, phoneNumber }) => role === 'contact' && phoneNumber === person.phoneNumber),
  )`,
    replacement: `all.filter(({ role, phoneNumber }) =>
    listed.some((person) => role === 'contact' && phoneNumber === person.phoneNumber),
  )`,
    test: {
      file: `${INCIDENTS}/steps/escalation.test.ts`,
      title: 'contacts in a new order are asked in it, after those who were asked in this round already',
    },
  },
  {
    name: 'a check-in ends a request for help',
    file: `${INCIDENTS}/answers/end-incident.ts`,
    text: 'if (since.length > 0 || causes.some(({ cause }) => isHelp(cause))) {',
    replacement: 'if (causes.length === 0) {',
    test: {
      file: `${CHECK_INS}/check-in.test.ts`,
      title: 'a check-in does not end a request for help: no all-clear while it is open',
    },
  },
  {
    name: 'the account holder is rung half an hour after help was asked for',
    file: 'src/core/escalation/ladder/escalation-timing.ts',
    text: 'ringMemberHelpMs: 30 * SECOND',
    replacement: 'ringMemberHelpMs: 30 * MINUTE',
    test: {
      file: 'src/core/escalation/ladder/ladder.test.ts',
      title: 'a help request notifies the account holder, who is rung within a minute, and a contact every two minutes',
    },
  },
  {
    name: 'an incident ends by itself after twelve hours',
    file: 'src/core/escalation/ladder/next-round.ts',
    text: 'at: isLate ? nextMorning(new Date(Math.max(roundAwaitedUntil, now)), zone) : new Date(at),',
    replacement: 'at: isLate ? new Date(8.64e15) : new Date(at),',
    test: {
      file: 'src/core/escalation/ladder/ladder.test.ts',
      title:
        'a missed call has rounds after 10, 30 and 60 minutes for twelve hours, then one every morning at nine, and never ends',
    },
  },
]
