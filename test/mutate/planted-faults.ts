import type { NamedTest } from './named-test.ts'

/** A plausible fault, and the test that must catch it. */
export interface PlantedFault {
  /** What the faulty product does, as a sentence. */
  readonly name: string
  readonly file: string
  /** Stands in the file exactly once. */
  readonly text: string
  readonly replacement: string
  readonly test: NamedTest
}

const CARE = 'src/server/features/care'
const CALLS = 'src/server/features/calls'
const INCIDENTS = 'src/server/features/incidents'
const MESSAGES = 'src/server/features/messages'
const DIALLING = 'src/server/features/dialling'
const CHECK_INS = 'src/server/features/check-ins'

/** The heart: when a phone rings, what counts as an answer, and who is notified. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  // Which calls are dispatched, and when.
  {
    name: 'a call is claimed before its minute',
    file: `${CARE}/attempts/due-calls.ts`,
    text: `    .select(DUE_COLUMNS)
    .where('calls.dialAt', '<=', now)
    .where('calls.dialBy', '>=', now)`,
    replacement: `    .select(DUE_COLUMNS)
    .where('calls.dialBy', '>=', now)`,
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'of one look, those that were moved since, or claimed by somebody else, do not leave',
    },
  },
  {
    name: 'a stranger uses up the dials of another family’s mother',
    file: 'src/core/plans/limits/share-of-limit.ts',
    text: '>= Math.floor(most / accounts)',
    replacement: '>= 0',
    test: {
      file: `${CARE}/dispatch/beyond-dials.test.ts`,
      title: 'nobody uses up the dials of a phone that another account rings: each has its share',
    },
  },
  {
    name: 'a call that is past its grace is never given up',
    file: `${CARE}/dispatch/give-up-overdue-calls.ts`,
    text: 'const overdue = await overdueCalls(deps.db, now, AT_ONCE)',
    replacement: 'const overdue = (await overdueCalls(deps.db, now, AT_ONCE)).slice(AT_ONCE)',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'after days of outage every missed occurrence is accounted for, and the schedule goes on',
    },
  },
  {
    name: 'a call of a missed day is placed hours late',
    file: 'src/core/calls/grace-period.ts',
    text: 'return new Date(promisedFor.getTime() + GRACE_MINUTES[callType] * 60_000)',
    replacement: 'return new Date(promisedFor.getTime() + GRACE_MINUTES[callType] * 3_600_000)',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a machine that slept for two hours between claim and dial rings nobody for it when it wakes, and tells so',
    },
  },
  {
    name: 'no incident when the grace of a retry ends',
    file: `${CARE}/dispatch/give-up-overdue-calls.ts`,
    text: "if (why.wasRung) await reportIncident(deps, trx, call, { kind: 'not_reached', status, reason })",
    replacement: '',
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'that could not be made in its grace is a miss, and the family is notified',
    },
  },
  {
    name: 'the following occurrence is not booked when a call leaves',
    file: `${CARE}/dispatch/claim-due-calls.ts`,
    text: 'await bookFollowing(trx, deps.jobs, followedSchedules(due))',
    replacement: 'await bookFollowing(trx, deps.jobs, followedSchedules([]))',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'books the following occurrence of its schedule in the moment it leaves, on the wall clock',
    },
  },
  {
    name: 'a schedule ends with the first call that is given up',
    file: `${CARE}/dispatch/give-up-overdue-calls.ts`,
    text: 'await bookFollowing(trx, deps.jobs, followedSchedules([call]))',
    replacement: 'await bookFollowing(trx, deps.jobs, followedSchedules([]))',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'after days of outage every missed occurrence is accounted for, and the schedule goes on',
    },
  },
  {
    name: 'the row of the rate limit is not locked',
    file: `${DIALLING}/pace.ts`,
    text: `    .select(['nextAtMs', 'alertNextAtMs'])
    .forUpdate()`,
    replacement: `    .select(['nextAtMs', 'alertNextAtMs'])`,
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'leave no faster than the provider allows, whoever claims them',
    },
  },
  {
    name: 'a call that is being edited blocks all calls behind it',
    file: `${CARE}/attempts/due-calls.ts`,
    text: 'for update of calls skip locked for key share of loved_ones skip locked',
    replacement: 'for update of calls for key share of loved_ones',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'holds up no other, at a rate of %i, and leaves once the edit is over',
    },
  },
  {
    name: 'the fence before a dial lets through an attempt that the reconciler has checked',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: "attempts.state = 'dialling' and attempts.tries = 0",
    replacement: "attempts.state = 'dialling' and attempts.tries >= 0",
    test: {
      file: `${CARE}/leaving-together.test.ts`,
      title: 'that has grown old is taken anew: the reconciler may have looked meanwhile',
    },
  },
  {
    name: 'the fence before a dial lets a completed call ring',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: "and calls.id = attempts.call_id and calls.status = 'in_progress'",
    replacement: 'and calls.id = attempts.call_id',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title: 'a retry that was claimed a moment before a late key completed the call does not ring',
    },
  },
  {
    name: 'a machine that slept dials the calls that it claimed before',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: 'and attempts.next_at > ',
    replacement: 'and attempts.next_at <> ',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a machine that slept for two hours between claim and dial rings nobody for it when it wakes, and tells so',
    },
  },
  // Dials whose state is unknown.
  {
    name: 'the reconciler adopts the call of another dial',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: "const found = answered.kind === 'found' ? await unclaimedCalls(db, answered.found) : []",
    replacement: "const found = answered.kind === 'found' ? answered.found : []",
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title: 'does not take a test call to the same number for its own',
    },
  },
  {
    name: 'a callback does not move a call back from a dial of another purpose that had adopted it',
    file: `${DIALLING}/provider-calls.ts`,
    text: '    where provider_call_id = ',
    replacement: "    where purpose = 'care' and provider_call_id = ",
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title: 'is taken back from a test call that had adopted it, by the first callback that names the attempt',
    },
  },
  {
    name: 'a machine that has just woken makes a test call by an outdated clock check',
    file: `${DIALLING}/place-dial.ts`,
    text: 'return leased.numUpdatedRows > 0n && isTrusted(clock)',
    replacement: 'return leased.numUpdatedRows > 0n',
    test: {
      file: 'src/server/features/admin/testing/testing-routes.test.ts',
      title: 'is not made by a machine that has just woken: nothing rings, which is said, and it ends as not placed',
    },
  },
  {
    name: 'a dial whose answer was lost is repeated while the provider cannot be asked',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: 'await purpose.whileUnavailable?.(dial, now)\n      return askLater()',
    replacement: 'return purpose.notPlaced(dial)',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title: 'waits while the provider cannot be asked, and is not dialled again in the meantime',
    },
  },
  {
    name: 'a dial that the provider did not place uses up a try',
    file: `${CALLS}/state/schedule-dial.ts`,
    text: "attemptsMade: eb('attemptsMade', '-', 1)",
    replacement: "attemptsMade: eb('attemptsMade', '-', 0)",
    test: { file: `${CARE}/late-provider-events.test.ts`, title: 'what the provider did not place uses up no try' },
  },
  {
    name: 'an attempt whose state stays unknown stays open for ever',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: 'if (now > purpose.giveUpAt(dial)) {',
    replacement: 'if (now > purpose.giveUpAt(dial) && dial.id < 0) {',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'and of which nothing can ever be found out ends as failed with its grace period, and the account holder is told',
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
      title: 'a key that is handed over twice is one key, and the same is said to it',
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
  // What counts as an answer.
  {
    name: 'a key before the question is an all-clear',
    file: 'src/core/conversation/before-question.ts',
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
    text: "if (by === 'fax') return { script: HANG_UP, message: null }",
    replacement: "if (by === 'fax' || by === 'machine') return { script: HANG_UP, message: null }",
    test: {
      file: `${CARE}/answers-in-a-call.test.ts`,
      title: 'never hangs up on a person: her key leads to the question, on every try',
    },
  },
  {
    name: 'the verdict of a machine undoes a key',
    file: 'src/core/call-policy/attempt-facts.ts',
    text: 'if (isProvenByKey(known)) return null',
    replacement: '',
    test: { file: `${CARE}/answers-in-a-call.test.ts`, title: 'by key is never withdrawn' },
  },
  {
    name: 'help does not beat an all-clear before it',
    file: 'src/core/call-policy/attempt-facts.ts',
    text: "heard.response !== null && (known.response === null || heard.response === 'help')",
    replacement: 'heard.response !== null && known.response === null',
    test: { file: `${CARE}/late-provider-events.test.ts`, title: 'a 2 while goodbye is said beats the 1 before it' },
  },
  {
    name: 'a late request for help opens no incident',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: "if (response === 'help')\n    await reportIncident(",
    replacement: "if (response === 'help' && !known.isOver)\n    await reportIncident(",
    test: { file: `${CARE}/late-provider-events.test.ts`, title: 'and asks for help is reported all the same' },
  },
  {
    name: 'a late key after a failure is ignored',
    file: `${CALLS}/state/call-state.ts`,
    text: "['missed', 'failed', 'voicemail'] as const",
    replacement: "['missed', 'voicemail'] as const",
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'and is a key completes what had ended as %s, and whoever was told learns it',
    },
  },
  {
    name: 'an answer that is known late ends the incident of a call that was due after it',
    file: `${CARE}/ending/conclude-call.ts`,
    text: 'const at = ending.answeredAt ?? undefined',
    replacement: 'const at = undefined',
    test: {
      file: `${CARE}/answer-known-late.test.ts`,
      title:
        'an answer that is known late says nothing about a call that was due after it: nobody is told that all is clear',
    },
  },
  {
    name: 'a late key after voicemail is ignored',
    file: `${CALLS}/state/call-state.ts`,
    text: "['missed', 'failed', 'voicemail'] as const",
    replacement: "['missed', 'failed'] as const",
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'and is a key completes what had ended as %s, and whoever was told learns it',
    },
  },
  {
    name: 'a person whose words were not understood is called again as if they had been silent',
    file: 'src/core/call-policy/next-step.ts',
    text: "if (outcome === 'not_understood') return { kind: 'done', ...lastOutcome(outcome, call) }",
    replacement: '',
    test: {
      file: 'src/core/call-policy/next-step.test.ts',
      title: 'words that nobody understood end the call at once: ringing again would not make them clearer',
    },
  },
  {
    name: 'a call is retried for ever, and nobody is ever notified',
    file: 'src/core/call-policy/next-step.ts',
    text: 'if (call.attemptsMade - call.notYetCount < call.maxAttempts) {',
    replacement: 'if (call.attemptsMade - call.notYetCount < call.maxAttempts + 1_000) {',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'rings again 10 minutes apart, up to three times in all, and then the account holder is told',
    },
  },
  {
    name: '"not yet" may be said for ever',
    file: 'src/core/call-policy/next-step.ts',
    text: 'return call.notYetCount < MAX_NOT_YET',
    replacement: 'return call.notYetCount < MAX_NOT_YET * 1_000',
    test: { file: 'src/core/call-policy/next-step.test.ts', title: '"not yet" for ever is told to a person' },
  },
  {
    name: 'a call that was cancelled between two tries is retried',
    file: `${CARE}/ending/conclude-attempt.ts`,
    text: 'if (attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds, now })\n  const dialAt',
    replacement: 'const dialAt',
    test: {
      file: `${CARE}/no-further-try.test.ts`,
      title: 'is talked on cuts nobody off, and does not try again when nobody answers',
    },
  },
  {
    name: 'a phone keeps ringing for a call that was cancelled',
    file: `${CALLS}/changes/cancel-under-way.ts`,
    text: '  await cancelAtProvider(trx, ringing, now)\n',
    replacement: '',
    test: {
      file: `${CARE}/cancelled-call.test.ts`,
      title: 'rings no more, ends as cancelled, is not tried again, and alarms nobody',
    },
  },
  {
    name: 'a dial that was claimed leaves although its schedule was cancelled',
    file: `${CALLS}/changes/cancel-under-way.ts`,
    text: 'const notLeft = await takeBackUnasked(trx, ids, now)',
    replacement: 'const notLeft = await takeBackUnasked(trx, [-1], now)',
    test: {
      file: `${CARE}/no-further-try.test.ts`,
      title: 'a dial that was claimed and has not left when the cancel is answered does not leave',
    },
  },
  {
    name: 'the phone of the second try keeps ringing after a late key',
    file: `${CARE}/provider-events/handle-answer.ts`,
    text: 'if (concludedCallId !== null) await stopRinging(deps, concludedCallId)',
    replacement: '',
    test: {
      file: `${CARE}/try-that-falls-due.test.ts`,
      title: 'rings stops the phone; a person who picks up at that moment hears nothing',
    },
  },
  // Who is notified.
  {
    name: 'an alert arrives although somebody has acknowledged the incident',
    file: `${INCIDENTS}/alert-calls/still-wanted.ts`,
    text: "return alert.supersededAt === null && alert.status !== 'owned' && alert.status !== 'resolved'",
    replacement: "return alert.supersededAt === null && alert.status !== 'resolved'",
    test: { file: `${INCIDENTS}/alert-calls/still-wanted.test.ts`, title: 'nor once somebody has taken it on' },
  },
  {
    name: 'an alert arrives after the all-clear',
    file: `${INCIDENTS}/alert-calls/still-wanted.ts`,
    text: "return alert.supersededAt === null && alert.status !== 'owned' && alert.status !== 'resolved'",
    replacement: "return alert.supersededAt === null && alert.status !== 'owned'",
    test: {
      file: `${INCIDENTS}/alert-calls/still-wanted.test.ts`,
      title: 'an alert that could not leave does not arrive after the all-clear',
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
      title: 'a phone that was about to ring does not',
    },
  },
  {
    name: 'an alert by phone that was delayed rings a second time',
    file: `${DIALLING}/place-dial.ts`,
    text: "    .where('tries', '=', 0)\n    .where('nextAt', '>', now)",
    replacement: "    .where('nextAt', '>', new Date(0))",
    test: {
      file: `${INCIDENTS}/alert-calls/alert-dial.test.ts`,
      title: 'a worker that is held up right before the dial leaves it to the one that settles it',
    },
  },
  {
    name: 'an owner who does not report keeps the incident for ever',
    file: `${INCIDENTS}/answers/owned-until.ts`,
    text: 'return new Date(now.getTime() + Math.max(',
    replacement: 'return new Date(now.getTime() + 1_000 * Math.max(',
    test: {
      file: `${INCIDENTS}/steps/escalation.test.ts`,
      title: 'loses it after 30 minutes without a report, and the others are told again',
    },
  },
  {
    name: 'a graver event of the same call is not reported',
    file: 'src/core/escalation/incident-cause.ts',
    text: 'INCIDENT_CAUSES.indexOf(one) > INCIDENT_CAUSES.indexOf(other)',
    replacement: 'INCIDENT_CAUSES.indexOf(one) < INCIDENT_CAUSES.indexOf(other)',
    test: {
      file: `${INCIDENTS}/steps/help-ladder.test.ts`,
      title: 'graver news of the same call begins anew, lesser news does not',
    },
  },
  {
    name: 'an all-clear closes a request for help that the person was not notified of',
    file: `${INCIDENTS}/people/unknown-to.ts`,
    text: '  return asked.find(({ happenedAt }) => happenedAt.getTime() > knownAt) ?? null',
    replacement: '  return knownAt < 0 ? (asked[0] ?? null) : null',
    test: {
      file: `${INCIDENTS}/people/unknown-to.test.ts`,
      title: 'is not closed by "3" to the miss: nobody was told of the help yet',
    },
  },
  {
    name: 'a text that is found late overrides a later answer of the same person',
    file: `${INCIDENTS}/answers/answer-incident.ts`,
    text: '(await isOvertaken(trx, incident, person, sentAt))',
    replacement: '!(await isOvertaken(trx, incident, person, sentAt))',
    test: {
      file: `${CHECK_INS}/texts/late-answers.test.ts`,
      title: '"1" that is found late does not make somebody the owner who has written "2" since',
    },
  },
  {
    name: 'a contact is texted for every answer on an incident link',
    file: `${INCIDENTS}/steps/notify-person.ts`,
    text: '!(await mayTextNow(trx, incident, person, { purpose, now }))',
    replacement: '(await mayTextNow(trx, incident, person, { purpose, now })) === null',
    test: {
      file: `${INCIDENTS}/steps/left-out-texts.test.ts`,
      title:
        'twenty answers on an incident link are six texts at most to everybody else, and the all-clear is one of them',
    },
  },
  {
    name: 'a check-in ends a request for help',
    file: `${INCIDENTS}/answers/end-incident.ts`,
    text: 'if (since.length > 0 || causes.some(({ cause }) => isHelp(cause))) {',
    replacement: 'if (causes.length === 0) {',
    test: {
      file: `${CHECK_INS}/check-in.test.ts`,
      title: 'does not end a cry for help: no all-clear while it is open',
    },
  },
  {
    name: 'the account holder is rung half an hour after help was asked for',
    file: 'src/core/escalation/ladder/escalation-timing.ts',
    text: 'ringHolderHelpMs: 30 * SECOND',
    replacement: 'ringHolderHelpMs: 30 * MINUTE',
    test: {
      file: 'src/core/escalation/ladder/ladder.test.ts',
      title: 'is told to the account holder who is rung within a minute, and to contacts every two minutes',
    },
  },
  {
    name: 'an incident ends by itself after twelve hours',
    file: 'src/core/escalation/ladder/next-round.ts',
    text: 'at: isLate ? nextMorning(new Date(Math.max(overAt, now)), zone) : new Date(at),',
    replacement: 'at: isLate ? new Date(8.64e15) : new Date(at),',
    test: {
      file: 'src/core/escalation/ladder/ladder.test.ts',
      title: 'has rounds after 10, 30 and 60 minutes for twelve hours, then one every morning at nine, and never ends',
    },
  },
  // What is sent.
  {
    name: 'two workers send the same message',
    file: `${MESSAGES}/deliver/deliver-message.ts`,
    text: ".where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))",
    replacement: '',
    test: {
      file: `${MESSAGES}/deliver/deliver-message.test.ts`,
      title: 'a worker that died while sending is taken over when its claim ends',
    },
  },
  {
    name: 'a text whose answer was lost is sent again without asking',
    file: `${MESSAGES}/deliver/deliver-message.ts`,
    text: "if (message.channel === 'email' || message.tries === 1) return sendIfWanted(deps, message)",
    replacement: "if (message.channel === 'email' || message.tries >= 1) return sendIfWanted(deps, message)",
    test: {
      file: `${MESSAGES}/deliver/interrupted-deliveries.test.ts`,
      title: 'is found at the provider, and not sent again',
    },
  },
  {
    name: 'the provider id of another message is recorded for this text',
    file: `${MESSAGES}/deliver/take-found-text.ts`,
    text: 'if (holder) return false',
    replacement: '',
    test: {
      file: `${MESSAGES}/deliver/interrupted-deliveries.test.ts`,
      title: 'that was taken for another with the same words while its answer was on the way is sent once more',
    },
  },
  // Local time.
  {
    name: 'a time in the spring gap rings an hour early',
    file: 'src/core/recurrence/wall-clock.ts',
    text: "{ disambiguation: 'compatible' }",
    replacement: "{ disambiguation: 'earlier' }",
    test: {
      file: 'src/core/recurrence/wall-clock.test.ts',
      title: 'a time inside the spring gap moves forward by its length: %s %s in %s',
    },
  },
  {
    name: 'the zone of the server is used instead of that of the loved one',
    file: `${CALLS}/schedules/schedules.ts`,
    text: '{ id: row.id, rule: ruleFrom(row, slots.get(row.id) ?? []), zone: row.zone, ended: row.endedAt !== null }',
    replacement:
      "{ id: row.id, rule: ruleFrom(row, slots.get(row.id) ?? []), zone: 'UTC', ended: row.endedAt !== null }",
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'books the following occurrence of its schedule in the moment it leaves, on the wall clock',
    },
  },
  {
    name: 'a schedule keeps its instants when its loved one moves',
    file: `${CALLS}/schedules/rezone-schedules.ts`,
    text: 'const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, previousZone, schedule.zone)',
    replacement: 'const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, previousZone, previousZone)',
    test: {
      file: `${CALLS}/schedules/rezone-schedules.test.ts`,
      title: 'from %s, a daily call at %s rings in %s at %s',
    },
  },
  // The provider's rate, one incident for one person, and calls that were not placed.
  {
    name: 'two calls ring one phone at once',
    file: `${CARE}/attempts/due-calls.ts`,
    text: `    .where(isPhoneFree(NUMBER_TO_DIAL, now))
    .orderBy('next.place')`,
    replacement: "    .orderBy('next.place')",
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'also where the second was lined up before the first rang',
    },
  },
  {
    name: 'a phone that is busy with another call of ours uses up a try',
    file: `${CALLS}/state/schedule-dial.ts`,
    text: "uncountedTries: eb('uncountedTries', '+', 1)",
    replacement: "uncountedTries: eb('uncountedTries', '+', 0)",
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'costs no try: it is tried again in a minute, as often as before',
    },
  },
  {
    name: 'a call that was given up rings hours later',
    file: `${CARE}/dispatch/care-purpose.ts`,
    text: 'await cancelLater(trx, open, now)',
    replacement: '',
    test: { file: `${CARE}/given-up.test.ts`, title: 'is cancelled there, once' },
  },
  {
    name: 'alerts leave no permits for care calls',
    file: `${CALLS}/schedules/is-care-due.ts`,
    text: 'return due !== undefined',
    replacement: 'return due === null',
    test: {
      file: `${INCIDENTS}/alert-calls/queued-alerts.test.ts`,
      title: 'alerts take every second place while care calls are due, and every place when none is',
    },
  },
  {
    name: 'no catch-up call follows a call that was not placed',
    file: `${CARE}/dispatch/give-up-overdue-calls.ts`,
    text: 'for (const { call } of givenUp.toReversed()) {',
    replacement: 'for (const { call } of givenUp.slice(givenUp.length)) {',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'is made up for at once in waking hours: she is rung once, and asked how she is',
    },
  },
  {
    name: 'a catch-up call rings at three in the morning',
    file: 'src/core/calls/catch-up.ts',
    text: 'return timeOfDay >= WAKING_FROM && timeOfDay < TOO_LATE_FROM ? now : nextMorning(now, zone)',
    replacement: 'return timeOfDay < TOO_LATE_FROM ? now : nextMorning(now, zone)',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'is made up for at seven where it is night: nobody is rung at three for what was missed before',
    },
  },
  {
    name: 'a catch-up call rings at four in the zone that the person moved to',
    file: `${CALLS}/schedules/rezone-schedules.ts`,
    text: 'return { catchUp: await rezoneCatchUp({ jobs }, trx, { lovedOneId, timezone }) }',
    replacement: 'return { catchUp: null }',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'is made up for at seven where she has moved to meanwhile, and not at four',
    },
  },
  {
    name: 'contacts are notified of a call that was not placed before the loved one could be rung',
    file: `${INCIDENTS}/steps/resume-escalation.ts`,
    text: `greatest(least(round_at, \${now}), contacts_from)`,
    replacement: `least(round_at, \${now})`,
    test: {
      file: `${INCIDENTS}/steps/after-an-outage.test.ts`,
      title: 'is told to no contact before their time, also when the account holder takes it on and does not report',
    },
  },
  {
    name: 'a second miss is not reported',
    file: `${INCIDENTS}/steps/open-incident.ts`,
    text: '  await notifyNextPeople(deps, trx, open, cause)\n',
    replacement: '',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title: 'tell the account holder of the second by mail alone',
    },
  },
  {
    name: 'further misses are not reported to an account holder who answered that they cannot help',
    file: `${INCIDENTS}/steps/open-incident.ts`,
    text: '!isExpedited(open) && !(await isHolderLeftOut(trx, open.id))',
    replacement: '!isExpedited(open)',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title: 'in such a pause is told to an account holder who has said that they can’t, by mail',
    },
  },
  {
    name: 'a miss between rounds that only ring for help is not reported in writing',
    file: `${INCIDENTS}/steps/open-incident.ts`,
    text: '!isExpedited(open) && !(await isHolderLeftOut(trx, open.id))',
    replacement: '!(await isHolderLeftOut(trx, open.id))',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title: 'between the rounds in which phones only ring for help is told to the account holder by mail',
    },
  },
  {
    name: 'a press of Call Now that waited places a second call',
    file: `${CALLS}/changes/call-now.ts`,
    text: 'if (meanwhile) return meanwhile.id',
    replacement: '',
    test: {
      file: `${CARE}/changes-at-once.test.ts`,
      title: 'a second press of Call Now that waits until the call of the first has ended rings nobody: daily',
    },
  },
  {
    name: 'a press of Call Now that waited compares the clocks of two machines',
    file: `${CALLS}/changes/call-now.ts`,
    text: 'hasWaited ? new Date(pressedAt.getTime() - MOMENT_MS) : pressedAt',
    replacement: 'hasWaited ? pressedAt : pressedAt',
    test: {
      file: `${CARE}/changes-at-once.test.ts`,
      title: 'a second press of Call Now that waits until the call of the first has ended rings nobody: daily',
    },
  },
  {
    name: 'a request for help waits behind a miss that somebody has acknowledged',
    file: `${INCIDENTS}/steps/open-incident.ts`,
    text: 'const isTakenOn = isOwned && isMiss(happening.cause)',
    replacement: 'const isTakenOn = isOwned',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title: 'joins what was open and hurries it: whoever owns a miss keeps nobody from being told',
    },
  },
  {
    name: 'phones of contacts ring at night for a miss of the day before',
    file: 'src/core/escalation/ladder/rings-delayed.ts',
    text: ' && now.getTime() - due <= OLD_MS && !isFoundLate',
    replacement: ' && !isFoundLate',
    test: { file: 'src/core/escalation/ladder/rings-delayed.test.ts', title: 'for a miss of the day before' },
  },
  {
    name: 'many calls that wait for a phone in use block every call behind them',
    file: `${CARE}/dispatch/dispatch-queue.ts`,
    text: "stand in nobody's way.\n          and ",
    replacement: "stand in nobody's way.\n          or false and ",
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'hold nobody else up however many stand before them in the order',
    },
  },
  {
    name: 'a person who rings Cooee again and again keeps every care call from that phone',
    file: `${DIALLING}/phone-in-use.ts`,
    text: 'const INBOUND_AGAIN_S = 600',
    replacement: 'const INBOUND_AGAIN_S = 0',
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'somebody who rings Cooee again and again keeps the care call from that phone no longer than once',
    },
  },
  {
    name: 'giving calls up deadlocks with a transaction that holds the catch-up call',
    file: `${CALLS}/schedules/book-catch-up.ts`,
    text: ".where('id', '=', open.id).forUpdate().skipLocked())",
    replacement: ".where('id', '=', open.id).forUpdate())",
    test: {
      file: `${CARE}/lock-order.test.ts`,
      title: 'a call is given up without waiting for whoever is at the open catch-up call',
    },
  },
  {
    name: 'the end of a catch-up call deadlocks with a transaction that gives calls up',
    file: `${CALLS}/schedules/book-catch-up.ts`,
    text: '  if (call.catchUpFor) return null\n',
    replacement: '',
    test: {
      file: `${CARE}/lock-order.test.ts`,
      title: 'a catch-up call ends without waiting for whoever gives other calls up',
    },
  },
  {
    name: 'a dial that was not placed is lost when the database aborts its transaction',
    file: `${CARE}/dispatch/dial-again.ts`,
    text: 'await repeatableTransaction(deps.db, async (trx) => {',
    replacement: 'await deps.db.transaction().execute(async (trx) => {',
    test: {
      file: `${CARE}/lock-order.test.ts`,
      title: 'a dial that was not placed is recorded although the database ended its transaction in favour of another',
    },
  },
  {
    name: 'contacts are notified of a call that was not placed while the provider still blocks the catch-up call',
    file: `${CARE}/dispatch/dial-again.ts`,
    text: '      await delayContacts(deps.incidents, trx, attempt.lovedOneId, until)\n',
    replacement: '',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'keeps contacts waiting as long as the provider is away, and they are told when it then rings out',
    },
  },
  {
    name: 'a person who picks up an alert that was given up hears nothing',
    file: `${INCIDENTS}/alert-calls/alert-provider-events.ts`,
    text: "const wasGivenUp = isAnother || alert.state === 'ended'\n",
    replacement: "const wasGivenUp = isAnother || alert.state === 'ended'\n  if (wasGivenUp) return HANG_UP\n",
    test: {
      file: `${INCIDENTS}/alert-calls/alert-calls.test.ts`,
      title: 'hears who rings and what happened, that it comes late, and how to answer',
    },
  },
  {
    name: 'a wrong clock is trusted at the start because the provider has not answered yet',
    file: 'src/server/platform/clock/clock-watch.ts',
    text: 'if (isFirstIn() && isClose() && !hasJumped()) return true',
    replacement: 'if (isClose() && !hasJumped()) return true',
    test: {
      file: 'src/server/platform/clock/provider-clock.test.ts',
      title: 'nothing is done before the provider has answered for the first time: it is asked again soon',
    },
  },
  // What an outage must not do.
  {
    name: 'a call that the provider kept queued is reported as one that did not reach the loved one',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: "const NOT_RUNG_YET: readonly string[] = ['queued', 'initiated']",
    replacement: 'const NOT_RUNG_YET: readonly string[] = []',
    test: {
      file: `${CARE}/still-ringing.test.ts`,
      title: 'for a quarter of an hour is not told as one by which she was not reached',
    },
  },
  {
    name: 'the catch-up call is lost to a provider that keeps it queued',
    file: `${CARE}/dispatch/care-purpose.ts`,
    text: 'if (dialAt > dialBy || (',
    replacement: 'if (dialBy || (',
    test: {
      file: `${CARE}/outages-of-hours.test.ts`,
      title: 'is made anew while the provider takes every call and rings nobody, one at a time, until it works again',
    },
  },
  {
    name: 'contacts are notified of a call that was not placed before the loved one is rung after an outage of ours',
    file: `${INCIDENTS}/steps/walk-incidents.ts`,
    text: 'if (await delayAfterOutage(deps, trx, incident)) return true',
    replacement: '',
    test: {
      file: `${CARE}/outages-of-hours.test.ts`,
      title: 'that Cooee itself was not there to place is rung when it is back, before any contact is told',
    },
  },
  {
    name: 'a catch-up call is lost when Cooee is down all day',
    file: `${CARE}/dispatch/give-up-overdue-calls.ts`,
    text: 'if (call.catchUpFor !== null && why.isOurs && !why.isOwnFault) {',
    replacement: 'if (call.catchUpFor !== null && why.isOurs && call.dialBy === null) {',
    test: {
      file: `${CARE}/outages-of-hours.test.ts`,
      title: 'for which Cooee was away all day is rung on the next morning',
    },
  },
  {
    name: 'a phone keeps ringing for a loved one who was removed',
    file: `${INCIDENTS}/people/notify-of-removal.ts`,
    text: 'await cancelAllLater(trx, ringingFor(lovedOneId), now)',
    replacement: '',
    test: {
      file: `${CARE}/still-ringing.test.ts`,
      title: 'about somebody who is removed while it rings is stopped, and whoever picks up hears that it is over',
    },
  },
  {
    name: 'an old all-clear arrives after a request for help',
    file: `${INCIDENTS}/alert-calls/still-wanted.ts`,
    text: 'return !alert.isOvertaken',
    replacement: 'return true',
    test: {
      file: `${INCIDENTS}/alert-calls/still-wanted.test.ts`,
      title: 'an all-clear that could not leave for %s minutes does not arrive after a later request for help',
    },
  },
]
