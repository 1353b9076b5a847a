import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const CALLS = 'src/server/features/calls'
const INCIDENTS = 'src/server/features/incidents'
const DIALLING = 'src/server/features/dialling'

/** The dispatch queue, one incident for one person, and calls that were not placed. */
export const QUEUE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'two calls ring one phone at once',
    file: `${CARE}/attempts/due-calls.ts`,
    text: `    .where(isPhoneFree(NUMBER_TO_DIAL, now))
    .$if(from !== undefined && from.ownNumbers.length > 1,`,
    replacement: '    .$if(from !== undefined && from.ownNumbers.length > 1,',
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'two calls on one phone ring one after the other also if the second was queued before the first rang',
    },
  },
  {
    name: 'a phone that is busy with another call of ours uses up a try',
    file: `${CALLS}/state/schedule-dial.ts`,
    text: "uncountedTries: eb('uncountedTries', '+', 1)",
    replacement: "uncountedTries: eb('uncountedTries', '+', 0)",
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title:
        'a phone that is busy with another call of ours costs no try: it is tried again in a minute, as often as before',
    },
  },
  {
    name: 'a call that was given up rings hours later',
    file: `${CARE}/dispatch/care-dial-handler.ts`,
    text: 'await cancelLater(trx, open, now)',
    replacement: '',
    test: {
      file: `${CARE}/given-up.test.ts`,
      title: 'a queued call that is given up is cancelled at the provider, once',
    },
  },
  {
    name: 'alerts leave no permits for care calls',
    file: `${CALLS}/schedules/care-due-from.ts`,
    text: 'return new Set(rows.map(({ number }) => number))',
    replacement: 'return new Set(rows.slice(rows.length).map(({ number }) => number))',
    test: {
      file: `${INCIDENTS}/alert-calls/queued-alerts.test.ts`,
      title: 'alerts take every second permit while care calls are due, and every permit when none is due',
    },
  },
  {
    name: 'a catch-up call follows a call that may have rung',
    file: `${CARE}/dispatch/not-made/give-up-overdue-calls.ts`,
    text: 'if (why.isInDoubt) continue',
    replacement: '',
    test: {
      file: 'src/server/composition/spoilt-after-failover.test.ts',
      title: 'keeps no other from being rung, is not rung itself, and its members are notified that we do not know',
    },
  },
  {
    name: 'a call that cannot be put in doubt after a fail-over is rung unasked',
    file: `${CARE}/dispatch/mark-due-calls-unknown.ts`,
    text: 'await inSavepoint(trx, () => endGracePeriod(trx, call.id, { dialAt: now, dialBy: inDoubtDialBy(now) }))',
    replacement: '',
    test: {
      file: 'src/server/composition/spoilt-after-failover.test.ts',
      title: 'keeps no other from being rung, is not rung itself, and its members are notified that we do not know',
    },
  },
  {
    name: 'no catch-up call follows a call that was not placed',
    file: `${CARE}/dispatch/not-made/give-up-overdue-calls.ts`,
    text: 'for (const { call, why } of givenUp.toReversed()) {',
    replacement: 'for (const { call, why } of givenUp.slice(givenUp.length)) {',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'a call given up in waking hours is made up for at once: the loved one is rung once, and asked how she is',
    },
  },
  {
    name: 'a catch-up call rings at three in the morning',
    file: 'src/core/calls/catch-up.ts',
    text: 'return timeOfDay >= WAKING_FROM && timeOfDay < TOO_LATE_FROM ? now : nextMorning(now, zone)',
    replacement: 'return timeOfDay < TOO_LATE_FROM ? now : nextMorning(now, zone)',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'a call given up at night is made up for at seven: nobody is rung at three for what was missed before',
    },
  },
  {
    name: 'a catch-up call rings at four in the zone that the person moved to',
    file: `${CALLS}/schedules/rezone-schedules.ts`,
    text: 'return { catchUp: await rezoneCatchUp({ jobs }, trx, { lovedOneId, timezone }) }',
    replacement: 'return { catchUp: null }',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title: 'a call given up is made up for at seven where the loved one has moved to, and not at four',
    },
  },
  {
    name: 'contacts are notified of a call that was not placed before the loved one could be rung',
    file: `${INCIDENTS}/steps/resume-escalation.ts`,
    text: `greatest(least(round_starts_at, \${now}), contacts_from)`,
    replacement: `least(round_starts_at, \${now})`,
    test: {
      file: `${INCIDENTS}/steps/after-an-outage.test.ts`,
      title:
        'no contact is notified before their time, also when the account holder takes the incident on and does not report',
    },
  },
  {
    name: 'what a later try brings after somebody said that all is well is not reported',
    file: `${INCIDENTS}/steps/add-cause.ts`,
    text: 'return before.endedAt === null || !datesFrom || datesFrom <= before.endedAt',
    replacement: 'return true',
    test: {
      file: `${CARE}/news-after-all-is-well.test.ts`,
      title: 'a try after somebody said that all is well may ask for help again, and people are notified again',
    },
  },
  {
    name: 'a second miss is not reported',
    file: `${INCIDENTS}/steps/add-cause.ts`,
    text: '  await notifyOwnerAndMembers(deps, trx, open, cause)\n',
    replacement: '',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title: 'an account holder is notified of the second missed call by mail alone',
    },
  },
  {
    name: 'further misses are not reported to an account holder who answered that they cannot help',
    file: `${INCIDENTS}/steps/add-cause.ts`,
    text: '!isExpedited(open) && !(await isMemberSkipped(trx, open.id))',
    replacement: '!isExpedited(open)',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title:
        'another missed call in such a pause is reported by mail to an account holder who has said that they can’t',
    },
  },
  {
    name: 'a miss between rounds that only ring for help is not reported in writing',
    file: `${INCIDENTS}/steps/add-cause.ts`,
    text: '!isExpedited(open) && !(await isMemberSkipped(trx, open.id))',
    replacement: '!(await isMemberSkipped(trx, open.id))',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title:
        'another missed call between the rounds in which phones only ring for help is reported to the account holder by mail',
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
    file: `${INCIDENTS}/steps/add-cause.ts`,
    text: 'const staysOwned = isOwned && isNotSpokenTo(newCause.cause)',
    replacement: 'const staysOwned = isOwned',
    test: {
      file: `${INCIDENTS}/steps/one-incident.test.ts`,
      title:
        'a request for help joins what was open and hurries it: an owner of a miss does not keep people from being notified',
    },
  },
  {
    name: 'phones of contacts ring at night for a miss of the day before',
    file: 'src/core/escalation/ladder/rings-delayed.ts',
    text: ' && now.getTime() - due <= OLD_MS && !isFoundLate',
    replacement: ' && !isFoundLate',
    test: {
      file: 'src/core/escalation/ladder/rings-delayed.test.ts',
      title: 'at night contacts are not rung for a miss of the day before',
    },
  },
  {
    name: 'catch-up calls after an outage are dialled before reminders that are due',
    file: `${CARE}/dispatch/dispatch-queue.ts`,
    text: 'order by is_catch_up, greatest(',
    replacement: 'order by greatest(',
    test: {
      file: `${CARE}/dispatch/turns-of-accounts.test.ts`,
      title: 'catch-up calls are dialled after every regular call that is due, with every account in turn among them',
    },
  },
  {
    name: 'a busy number of ours costs the accounts that wait for another one their turns',
    file: `${DIALLING}/pace.ts`,
    text: 'where of_queue.own_number = queues.own_number and',
    replacement: 'where',
    test: {
      file: `${CARE}/dispatch/turns-of-numbers.test.ts`,
      title: 'a call waits behind one call of each other account on its number, however busy another number is',
    },
  },
  {
    name: 'many calls that wait for a phone in use block every call behind them',
    file: `${CARE}/dispatch/dispatch-queue.ts`,
    text: 'delays no other call.\n          and ',
    replacement: 'delays no other call.\n          or false and ',
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'two calls on one phone delay no other call, however many are before it in the order',
    },
  },
  {
    name: 'a person who rings Cooee again and again keeps every care call from that phone',
    file: `${DIALLING}/phone-in-use.ts`,
    text: 'const INBOUND_AGAIN_S = 600',
    replacement: 'const INBOUND_AGAIN_S = 0',
    test: {
      file: `${CARE}/one-phone.test.ts`,
      title: 'a person who rings Cooee again and again delays the care call to that phone no longer than once',
    },
  },
  {
    name: 'giving calls up deadlocks with a transaction that holds the catch-up call',
    file: `${CALLS}/schedules/book-catch-up.ts`,
    text: ".where('id', '=', open.id).forUpdate().skipLocked())",
    replacement: ".where('id', '=', open.id).forUpdate())",
    test: {
      file: `${CARE}/lock-order.test.ts`,
      title: 'a call is given up without waiting for a lock on the open catch-up call',
    },
  },
  {
    name: 'the end of a catch-up call deadlocks with a transaction that gives calls up',
    file: `${CALLS}/schedules/book-catch-up.ts`,
    text: '  if (call.catchUpFor) return null\n',
    replacement: '',
    test: {
      file: `${CARE}/lock-order.test.ts`,
      title: 'a catch-up call ends without waiting for a worker that gives other calls up',
    },
  },
  {
    name: 'a dial that was not placed is lost when the database aborts its transaction',
    file: `${CARE}/dispatch/dial-again.ts`,
    text: 'await retryingTransaction(deps.db, async (trx) => {',
    replacement: 'await deps.db.transaction().execute(async (trx) => {',
    test: {
      file: `${CARE}/lock-order.test.ts`,
      title: 'a dial that was not placed is recorded although the database ended its transaction in a deadlock',
    },
  },
  {
    name: 'contacts are notified of a call that was not placed while the provider still blocks the catch-up call',
    file: `${CARE}/dispatch/dial-again.ts`,
    text: '      await delayContacts(deps.incidents, trx, attempt.lovedOneId, until)\n',
    replacement: '',
    test: {
      file: `${CARE}/catch-up.test.ts`,
      title:
        'contacts wait for a catch-up call as long as the provider is away, and are notified when it then rings out',
    },
  },
  {
    name: 'a person who picks up an alert that was given up hears nothing',
    file: `${INCIDENTS}/alert-calls/alert-provider-events.ts`,
    text: "const wasGivenUp = isAnother || alert.state === 'ended'\n",
    replacement: "const wasGivenUp = isAnother || alert.state === 'ended'\n  if (wasGivenUp) return HANG_UP\n",
    test: {
      file: `${INCIDENTS}/alert-calls/alert-calls.test.ts`,
      title: 'a person who picks up a late alert hears who rings, what happened, that it comes late, and how to answer',
    },
  },
  {
    name: 'a wrong clock is trusted at the start because the provider has not answered yet',
    file: 'src/server/platform/clock/clock-watch.ts',
    text: 'if (isFirstIn() && isClose() && !hasJumped()) return true',
    replacement: 'if (isClose() && !hasJumped()) return true',
    test: {
      file: 'src/server/platform/clock/provider-clock.test.ts',
      title: 'no work is done before the provider has given its time once, and it is asked again soon',
    },
  },
  {
    name: 'a call in a time away is claimed',
    file: 'src/server/features/calls/state/may-be-dialled.ts',
    text: `and not \${IS_AWAY})`,
    replacement: `and true)`,
    test: {
      file: `${CARE}/away-from-home.test.ts`,
      title: 'a daily call in a time away is not claimed, even where nothing skips it first',
    },
  },
  {
    name: 'a call promised before a time away ends in silence',
    file: 'src/server/features/calls/state/is-away.ts',
    text: '    and aways.starts_at <= calls.scheduled_for\n    and aways.ends_at > greatest(',
    replacement:
      "    and aways.starts_at <= greatest(calls.scheduled_for, case when calls.status = 'in_progress' then calls.dial_at end)\n    and aways.ends_at > greatest(",
    test: {
      file: `${CARE}/away-from-home.test.ts`,
      title: 'is tried again where its next try comes after the beginning',
    },
  },
]
